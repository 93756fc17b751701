import type { Ref } from 'react';
import type { Size } from '#domain/catalogue/catalogue.ts';
import { isBox } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import pageStyles from './cake.module.css';
import drawings from './drawings.svg?no-inline';
import styles from './size-choice.module.css';
import { isAvailable, NOT_AVAILABLE } from './use-order-form.ts';

/** Inches: a dinner plate, as something whose size people know. */
const PLATE = 10.5;

interface SizeChoiceProps {
  ref: Ref<HTMLFieldSetElement>;
  sizes: Size[];
  chosen: string | undefined;
  onChoose: (sizeId: string) => void;
}

export function SizeChoice({ ref, sizes, chosen, onChoose }: SizeChoiceProps) {
  const widest = Math.max(PLATE, ...sizes.map(inchesOf));
  return (
    <fieldset ref={ref}>
      <legend className={pageStyles.stepTitle}>Size</legend>
      <div className={styles.options}>
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
            <SizeText size={size} widest={widest} />
          </label>
        ))}
      </div>
      {sizes.some((size) => inchesOf(size) > 0) && (
        <p className={styles.note}>Drawn to scale on a 27 cm dinner plate.</p>
      )}
    </fieldset>
  );
}

interface SizeTextProps {
  size: Size;
  /** The width of the drawing in inches, the same for all sizes. */
  widest: number;
}

/** A box shows neither inches nor slices (spec §2). */
function SizeText({ size, widest }: SizeTextProps) {
  return (
    <>
      <span className={styles.name}>{isBox(size) ? size.size : `${size.size} inches`} </span>
      {!isBox(size) && <ScaleDrawing inches={inchesOf(size)} widest={widest} />}
      <span className={styles.line}>
        {!isBox(size) && size.slices !== null && <span>{size.slices} slices </span>}
        <span className={styles.price}>
          {isAvailable(size) ? formatPence(size.price) : NOT_AVAILABLE}
        </span>
      </span>
    </>
  );
}

/** 0 for a box. */
function inchesOf(size: Size): number {
  return isBox(size) ? 0 : Number(size.size);
}

/** The cake from the side on a dinner plate. One unit is one inch. */
function ScaleDrawing({ inches, widest }: { inches: number; widest: number }) {
  return (
    <svg className={styles.drawing} viewBox={`${-widest / 2} -4 ${widest} 5`} aria-hidden="true">
      <use href={`${drawings}#plate`} x={-PLATE / 2} width={PLATE} height="1" />
      <use href={`${drawings}#cake`} x={-inches / 2} y="-4" width={inches} height="4" />
    </svg>
  );
}
