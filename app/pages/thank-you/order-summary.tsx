import { AllergenNote } from '#app/basket/allergen-note.tsx';
import { Photo } from '#app/ui/photo.tsx';
import { displayDay } from '#domain/calendar/days.ts';
import { describeSize } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import type { PublicOrder } from '#domain/orders/order.ts';
import styles from './order-summary.module.css';

type Item = PublicOrder['items'][number];

interface OrderSummaryProps {
  order: PublicOrder;
  totalLabel: 'Paid' | 'Total';
}

export function OrderSummary({ order, totalLabel }: OrderSummaryProps) {
  return (
    <section className={styles.order} aria-labelledby="your-order">
      <h2 id="your-order">Your order</h2>
      <ul>
        {order.items.map((item, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a placed order never changes.
          <ItemRow key={place} item={item} />
        ))}
      </ul>
      <p className={styles.total}>
        {totalLabel} <strong>{formatPence(order.total)}</strong>
      </p>
      {order.refunded > 0 && (
        <p className={styles.total}>
          Paid back <strong>{formatPence(order.refunded)}</strong>
        </p>
      )}
      <AllergenNote items={order.items} />
      <p className={styles.id}>Order {order.id}</p>
    </section>
  );
}

function ItemRow({ item }: { item: Item }) {
  return (
    <li className={styles.item}>
      <Photo file={item.img} sizes="6rem" decorative className={styles.photo} />
      <div>
        <h3>{item.title}</h3>
        <p>{describeSize(item)}</p>
        {item.message !== '' && <p className={styles.message}>“{item.message}”</p>}
        <p>Collection {displayDay(item.day)}</p>
      </div>
      <p className={styles.price}>{formatPence(item.price)}</p>
    </li>
  );
}
