import { href, Link } from 'react-router';
import styles from '#app/owner/orders/order.module.css';
import kit from '#app/ui/kit/kit.module.css';
import { Section } from '#app/ui/kit/screen.tsx';

/** For a customer who asks what the shop knows of them, or to be forgotten. */
export function CustomerLinks({ order }: { order: string }) {
  return (
    <Section title="Privacy">
      <p className={styles.links}>
        <Link to={href('/owner/orders/:order/customer', { order })} className={kit.quietLink}>
          Everything of this person
        </Link>
        <Link to={href('/owner/orders/:order/forget', { order })} className={kit.quietLink}>
          Forget this person
        </Link>
      </p>
    </Section>
  );
}
