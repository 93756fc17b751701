import { MAX_ITEMS } from '#domain/basket/basket.ts';
import type { BasketLine } from '#domain/basket/lines.ts';
import { addOneMore, removeFromBasket } from './basket-actions.ts';
import { useBasket } from './basket-store.ts';
import styles from './quantity.module.css';

/** How many of a line are in the basket, with buttons for one more and one fewer. */
export function Quantity({ line: { item, ids } }: { line: BasketLine }) {
  const { basket } = useBasket();
  const isFull = basket.length >= MAX_ITEMS;
  const last = ids.length > 1 ? ids.at(-1) : undefined;
  const { title } = item.cake;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible legend.
    <div className={`${styles.quantity} cluster`} role="group" aria-label={`Quantity of ${title}`}>
      <button
        type="button"
        className={`${styles.button} round`}
        aria-label={`One ${title} fewer`}
        aria-disabled={last === undefined}
        onClick={() => last !== undefined && removeFromBasket([last])}
      >
        −
      </button>
      <output>{ids.length}</output>
      <button
        type="button"
        className={`${styles.button} round`}
        aria-label={`One ${title} more`}
        aria-disabled={isFull}
        onClick={() => !isFull && addOneMore(item)}
      >
        +
      </button>
      {isFull && <p role="status">One order takes up to {MAX_ITEMS} items.</p>}
    </div>
  );
}
