import { useNavigation } from 'react-router';
import styles from './opening.module.css';

/** Names what is being opened while it is on its way. */
export function Opening() {
  const { location } = useNavigation();
  const title = location && (titleIn(location.state) ?? 'the page');
  return (
    <div role="status" className={styles.opening}>
      {title && <p>Opening {title}</p>}
    </div>
  );
}

/**
 * Links hand over what they lead to; anything may stand in a navigation's state. Read by hand: this
 * stands on every first view, where a schema would be heavier than all of the frame.
 */
function titleIn(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  if ('cake' in state) return titleOf(state.cake);
  return 'category' in state ? titleOf(state.category) : undefined;
}

function titleOf(thing: unknown): string | undefined {
  if (typeof thing !== 'object' || thing === null || !('title' in thing)) return undefined;
  return typeof thing.title === 'string' ? thing.title : undefined;
}
