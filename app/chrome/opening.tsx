import { useNavigation } from 'react-router';
import * as z from 'zod';
import styles from './opening.module.css';

const Titled = z.object({ title: z.string() });

/** Links hand over what they lead to; anything may stand in a navigation's state. */
const Destination = z.union([
  z.object({ cake: Titled }).transform(({ cake }) => cake.title),
  z.object({ category: Titled }).transform(({ category }) => category.title),
]);

/** Names what is being opened while it is on its way. */
export function Opening() {
  const { location } = useNavigation();
  const title = location && (Destination.safeParse(location.state).data ?? 'the page');
  return (
    <div role="status" className={styles.opening}>
      {title && <p>Opening {title}</p>}
    </div>
  );
}
