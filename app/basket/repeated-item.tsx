import { basketLines } from '#domain/basket/lines.ts';
import { useBasket } from './basket-store.ts';
import styles from './quantity.module.css';
import { Quantity } from './quantity.tsx';

/** Says that an item was not added a second time, with its quantity to change. */
export function RepeatedItem() {
  const { basket, repeated } = useBasket();
  const line = basketLines(basket).find(
    ({ ids }) => repeated !== undefined && ids.includes(repeated),
  );
  if (!line) return null;
  return (
    <div className={styles.repeated}>
      <p>Already in your basket: {line.item.cake.title}. We have not added another.</p>
      <Quantity line={line} />
    </div>
  );
}
