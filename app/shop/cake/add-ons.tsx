import { useState } from 'react';
import { useStableList } from '#app/live/use-stable-list.ts';
import { Photo } from '#app/ui/photo.tsx';
import type { Cake, Size } from '#domain/catalogue/catalogue.ts';
import { formatPence } from '#domain/money.ts';
import styles from './add-ons.module.css';
import pageStyles from './cake.module.css';
import { isAvailable, NOT_AVAILABLE } from './use-order-form.ts';

interface AddOnsProps {
  addOns: Cake[];
  /** @returns whether it was added to the basket. */
  onAdd: (addOn: Cake, size: Size) => Promise<boolean>;
}

export function AddOns({ addOns, onAdd }: AddOnsProps) {
  const [added, setAdded] = useState('');
  const shown = useStableList(addOns);
  return (
    <section className={styles.section} aria-labelledby="personal-touches-title">
      <h2 id="personal-touches-title" className={pageStyles.stepTitle}>
        Personal touches
      </h2>
      <ul className={styles.touches}>
        {shown.map(({ item: addOn, isGone }) => (
          <li key={addOn.id}>
            <AddOn
              addOn={addOn}
              isGone={isGone}
              onAdd={async (size) =>
                setAdded((await onAdd(addOn, size)) ? `${addOn.title}: in your basket.` : '')
              }
            />
          </li>
        ))}
      </ul>
      <p className={styles.added} role="status">
        {added}
      </p>
    </section>
  );
}

/** Three side by side, or small beside the text in a narrow column (`@container`). */
const SIZES =
  '(max-width: 47.9375rem) 29vw, (max-width: 1090px) 6.4rem, (max-width: 1440px) 13.3vw, 12.2rem';

interface AddOnProps {
  addOn: Cake;
  isGone: boolean;
  onAdd: (size: Size) => void;
}

/** An add-on has one size. The whole card is the button. */
function AddOn({ addOn, isGone, onAdd }: AddOnProps) {
  const size = isGone ? undefined : addOn.sizes.find(isAvailable);
  return (
    <button
      type="button"
      className={styles.touch}
      disabled={!size}
      onClick={() => size && onAdd(size)}
    >
      <Photo file={addOn.img} sizes={SIZES} alt="" className={styles.picture} />
      <span className={styles.title}>{addOn.title}</span>
      <span className={styles.add}>
        {size ? `Add · ${formatPence(size.price)}` : NOT_AVAILABLE}
      </span>
    </button>
  );
}
