import { href, Link, useLocation } from 'react-router';
import styles from './orders.module.css';

/** The two lists of what customers want. @param waiting how many requests wait for an answer. */
export function OrdersOrRequests({ waiting }: { waiting: number }) {
  const { pathname } = useLocation();
  const lists = [
    { to: href('/owner/orders'), words: 'Orders' },
    {
      to: href('/owner/requests'),
      words: waiting > 0 ? `Requests: ${waiting} to answer` : 'Requests',
    },
  ];
  return (
    <nav className={styles.lists} aria-label="Orders and requests">
      {lists.map(({ to, words }) => (
        <Link key={to} to={to} aria-current={pathname.startsWith(to) ? 'page' : undefined}>
          {words}
        </Link>
      ))}
    </nav>
  );
}
