import { href } from 'react-router';
import { CallLink } from '#app/owner/frame/call-link.tsx';
import { Problem } from '#app/ui/kit/field.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { QuietLink } from '#app/ui/kit/links.tsx';
import { useEntered } from '#app/ui/kit/refusal-context.ts';
import type { Day } from '#domain/calendar/day.ts';
import type { touchedOrder } from './orders-on.ts';

type TouchedOrder = ReturnType<typeof touchedOrder>;

interface TouchedOrdersProps {
  orders: TouchedOrder[];
  /** The days to which they can be moved; undefined if all stay. */
  offered?: { day: Day; words: string }[];
}

/** The orders that a change of days is about, with what it takes to tell their customers. */
export function TouchedOrders({ orders, offered }: TouchedOrdersProps) {
  if (orders.length === 0) return null;
  return (
    <ul className="stack">
      {orders.map((order) => (
        <li key={order.key} className={kit.card} data-row>
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
          {offered && <KeepOrMove order={order} offered={offered} />}
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
        </li>
      ))}
    </ul>
  );
}

/** The order stays on its day. */
const KEEP = 'keep';

interface KeepOrMoveProps extends Required<Pick<TouchedOrdersProps, 'offered'>> {
  order: TouchedOrder;
}

/** What happens to an order of the days. Its field says that the person has seen the order. */
function KeepOrMove({ order: { key, name, day, isReady }, offered }: KeepOrMoveProps) {
  const { values, problem } = useEntered(key);
  // What is ready is not moved.
  if (isReady) {
    return (
      <p className={kit.quiet}>
        <input type="hidden" name={key} value={KEEP} />
        Ready: it stays on {day}.
      </p>
    );
  }
  return (
    <>
      <select
        name={key}
        defaultValue={values?.[0]}
        aria-label={`What happens to ${name}, ${day}`}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && `problem-${key}`}
      >
        <option value={KEEP}>Keep on {day}</option>
        {offered.map((each) => (
          <option key={each.day} value={each.day}>
            Move to {each.words}
          </option>
        ))}
      </select>
      <Problem id={`problem-${key}`} text={problem} />
    </>
  );
}
