import type { Ref } from 'react';
import type { Size } from '#domain/catalogue/catalogue.ts';
import { isBox } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import { isAvailable, NOT_AVAILABLE } from './availability.ts';
import part from './part.module.css';
import styles from './size-choice.module.css';

interface SizeChoiceProps {
  ref: Ref<HTMLFieldSetElement>;
  sizes: Size[];
  chosen: string | undefined;
  onChoose: (sizeId: string) => void;
}

export function SizeChoice({ ref, sizes, chosen, onChoose }: SizeChoiceProps) {
  return (
    <fieldset ref={ref}>
      <legend className={part.title}>Size</legend>
      <div className={styles.sizes}>
        {sizes.map((size) => (
          <label key={size.id} className={styles.size}>
            <input
              type="radio"
              name="size"
              className={styles.radio}
              value={size.id}
              checked={size.id === chosen}
              disabled={!isAvailable(size)}
              onChange={() => onChoose(size.id)}
            />
            <Words size={size} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A box shows neither inches nor slices (spec §2). */
function Words({ size }: { size: Size }) {
  return (
    <>
      <span className={styles.name}>{isBox(size) ? size.size : `${size.size} inches`} </span>
      <span className={styles.line}>
        {!isBox(size) && size.slices !== null && <span>{size.slices} slices </span>}
        <span className={styles.price}>
          {isAvailable(size) ? formatPence(size.price) : NOT_AVAILABLE}
        </span>
      </span>
    </>
  );
}
