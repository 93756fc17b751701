import { useRef } from 'react';
import { useStableList } from '#app/live/use-stable-list.ts';
import { Photo } from '#app/ui/photo.tsx';
import type { BasketItem } from '#domain/basket/basket.ts';
import type { Cake, Size } from '#domain/catalogue/catalogue.ts';
import { formatPence } from '#domain/money.ts';
import styles from './add-ons.module.css';
import pageStyles from './cake.module.css';
import { isAvailable, NOT_AVAILABLE } from './use-order-form.ts';

interface AddOnsProps {
  addOns: Cake[];
  /** Those of the cake that are in the basket. */
  items: BasketItem[];
  /** Resolves once the basket has changed. */
  onAdd: (addOn: Cake, size: Size) => Promise<void>;
  onOneMore: (item: BasketItem) => Promise<void>;
  onRemove: (item: BasketItem) => Promise<void>;
}

export function AddOns({ addOns, items, onAdd, onOneMore, onRemove }: AddOnsProps) {
  const shown = useStableList(addOns);
  return (
    <section className={styles.section} aria-labelledby="personal-touches-title">
      <h2 id="personal-touches-title" className={`${pageStyles.stepTitle} display`}>
        Personal touches
      </h2>
      <ul className={styles.touches}>
        {shown.map(({ item: addOn, isGone }) => (
          <AddOn
            key={addOn.id}
            addOn={addOn}
            isGone={isGone}
            items={items.filter(({ cake }) => cake.id === addOn.id)}
            onAdd={(size) => onAdd(addOn, size)}
            onOneMore={onOneMore}
            onRemove={onRemove}
          />
        ))}
      </ul>
    </section>
  );
}

/** Three side by side, or small beside the text in a narrow column (`@container`). */
const SIZES =
  '(max-width: 47.9375rem) 29vw, (max-width: 1090px) 6.4rem, (max-width: 1440px) 13.3vw, 12.2rem';

interface AddOnProps extends Pick<AddOnsProps, 'items' | 'onOneMore' | 'onRemove'> {
  addOn: Cake;
  isGone: boolean;
  onAdd: (size: Size) => Promise<void>;
}

/** An add-on has one size. The whole card is the button, until it is in the basket. */
function AddOn({ addOn, isGone, items, onAdd, onOneMore, onRemove }: AddOnProps) {
  const { title } = addOn;
  const size = isGone ? undefined : addOn.sizes.find(isAvailable);
  const last = items.at(-1);
  const card = useRef<HTMLLIElement>(null);

  /** Replacing the button that was pressed loses the focus: its card gets it. */
  async function keepFocus(changed: Promise<void>): Promise<void> {
    await changed;
    if (document.activeElement === document.body) card.current?.focus();
  }

  const picture = (
    <Photo file={addOn.img} sizes={SIZES} alt="" className={`${styles.picture} cover`} />
  );
  return (
    <li ref={card} tabIndex={-1}>
      {last ? (
        <div className={styles.chosen}>
          {picture}
          <span className={styles.title}>{title}</span>
          <div className={styles.ways}>
            <output className={styles.count}>
              {items.length} {items.length === 1 ? 'pack' : 'packs'},{' '}
              {formatPence(items.length * last.size.price)}
            </output>
            <div className={styles.buttons}>
              <button
                type="button"
                className="word-button"
                aria-label={`Remove one: ${title}`}
                onClick={() => keepFocus(onRemove(last))}
              >
                Remove
              </button>
              {size && (
                <button
                  type="button"
                  className={`${styles.more} round`}
                  aria-label={`One more: ${title}`}
                  onClick={() => onOneMore(last)}
                >
                  +
                </button>
              )}
            </div>
          </div>
        </div>
      ) : (
        <button
          type="button"
          className={styles.touch}
          disabled={!size}
          onClick={() => size && keepFocus(onAdd(size))}
        >
          {picture}
          <span className={styles.title}>{title}</span>
          <span className={styles.add}>
            {size ? `Add · ${formatPence(size.price)}` : NOT_AVAILABLE}
          </span>
        </button>
      )}
    </li>
  );
}
