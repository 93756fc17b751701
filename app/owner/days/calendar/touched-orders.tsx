import { href } from 'react-router';
import { CallLink } from '#app/owner/frame/call-link.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { QuietLink } from '#app/ui/kit/links.tsx';
import type { touchedOrder } from './orders-on.ts';

interface TouchedOrderProps {
  order: ReturnType<typeof touchedOrder>;
}

/** Whose order it is, and what is in it. */
export function OrderWords({ order }: TouchedOrderProps) {
  return (
    <p>
      <QuietLink to={href('/owner/orders/:order', { order: order.orderId })}>
        {order.name}
      </QuietLink>{' '}
      <span className={kit.quiet}>
        {order.number} · {order.when}
      </span>
      <br />
      {order.items}
    </p>
  );
}

/** What it takes to tell the customer. */
export function ContactCustomer({ order }: TouchedOrderProps) {
  return (
    <p className="cluster">
      {order.phone && <CallLink phone={order.phone} />}
      {order.email && (
        <a
          className={kit.action}
          href={href('/owner/orders/:order/email', { order: order.number })}
          // What is chosen here stays.
          target="_blank"
          aria-label={`E-mail ${order.name}`}
          rel="noopener"
        >
          E-mail
        </a>
      )}
    </p>
  );
}
