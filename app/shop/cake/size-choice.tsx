import type { Ref } from 'react';
import type { Cake, Size } from '#domain/catalogue/catalogue.ts';
import {
  isBox,
  mostServed,
  pricePerServing,
  sizeInWords,
  smallestFor,
} from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import { AskUs } from './ask-us.tsx';
import pageStyles from './cake.module.css';
import drawings from './drawings.svg?no-inline';
import styles from './size-choice.module.css';
import { isAvailable, NOT_AVAILABLE } from './use-order-form.ts';

/** Inches: a dinner plate, as something whose size people know. */
const PLATE = 10.5;

interface SizeChoiceProps {
  /** Around all fields. */
  ref: Ref<HTMLDivElement>;
  cake: Pick<Cake, 'title' | 'sizes' | 'tiers'>;
  chosen: string | undefined;
  onChoose: (sizeId: string) => void;
  /** How many, as typed. */
  people: string;
  onPeople: (people: string) => void;
}

export function SizeChoice({ ref, cake, chosen, onChoose, people, onPeople }: SizeChoiceProps) {
  const { sizes, tiers = 1 } = cake;
  const widest = Math.max(PLATE, ...sizes.map(inchesOf));
  const serving = sizes.filter((size) => isAvailable(size) && mostServed(size) > 0);
  return (
    <div ref={ref} className={styles.steps}>
      {serving.length > 1 && (
        <People title={cake.title} sizes={serving} people={people} onChange={onPeople} />
      )}
      <fieldset>
        <legend className={`${pageStyles.stepTitle} display`}>Size</legend>
        <div className={`${styles.options} tiles`}>
          {sizes.map((size) => (
            <label key={size.id} className={`${styles.size} option`}>
              <input
                type="radio"
                name="size"
                value={size.id}
                checked={size.id === chosen}
                disabled={!isAvailable(size)}
                onChange={() => onChoose(size.id)}
              />
              <SizeText size={size} tiers={tiers} widest={widest} />
            </label>
          ))}
        </div>
        {sizes.some((size) => inchesOf(size) > 0) && (
          <p className={`${styles.note} quiet`}>Drawn to scale on a 27 cm dinner plate.</p>
        )}
      </fieldset>
    </div>
  );
}

interface PeopleProps {
  title: string;
  /** Of which it is known how many they serve. */
  sizes: Size[];
  people: string;
  onChange: (people: string) => void;
}

/** Hidden without scripts, which would leave its number without effect. */
function People({ title, sizes, people, onChange }: PeopleProps) {
  const size = smallestFor(Number(people), sizes);
  const most = Math.max(...sizes.map(mostServed));
  return (
    <div className={`${styles.people} cluster`}>
      <label htmlFor="people" className={`${pageStyles.stepTitle} display`}>
        How many people?
      </label>
      <input
        id="people"
        name="people"
        className={styles.number}
        inputMode="numeric"
        enterKeyHint="done"
        autoComplete="off"
        maxLength={3}
        aria-describedby="people-answer"
        value={people}
        onChange={({ target }) => onChange(target.value)}
      />
      <div id="people-answer" className={`${styles.answer} quiet`} role="status">
        {!Number(people) && 'We choose the size, and you can change it.'}
        {Number(people) > 0 && size && (
          <p>
            <strong>{sizeInWords(size)}</strong>, {pricePerServing(size)}
          </p>
        )}
        {Number(people) > most && (
          <AskUs
            question={`The largest serves ${most}. For more, ask us:`}
            wanted={`${title} for ${people} people`}
          />
        )}
      </div>
    </div>
  );
}

interface SizeTextProps {
  size: Size;
  tiers: number;
  /** The width of the drawing in inches, the same for all sizes. */
  widest: number;
}

/** A box shows neither inches nor slices (spec §2). */
function SizeText({ size, tiers, widest }: SizeTextProps) {
  const costsEach = isAvailable(size) && pricePerServing(size);
  return (
    <>
      <span className={`${styles.name} display`}>{sizeInWords(size)} </span>
      {!isBox(size) && <ScaleDrawing inches={inchesOf(size)} tiers={tiers} widest={widest} />}
      <span className={`${styles.line} cluster quiet`}>
        {isBox(size) ? (
          <span>{costsEach} </span>
        ) : (
          size.slices !== null && <span>{size.slices} slices </span>
        )}
        <span className={styles.price}>
          {isAvailable(size) ? formatPence(size.price) : NOT_AVAILABLE}
        </span>
        {!isBox(size) && <span className={styles.each}> {costsEach}</span>}
      </span>
    </>
  );
}

/** 0 for a box. */
function inchesOf(size: Size): number {
  return isBox(size) ? 0 : Number(size.size);
}

/** Inches: how high a tier is. */
const TIER = 4;
/** How much narrower than the lowest tier one would be above the top. */
const TAPER = 0.7;

interface ScaleDrawingProps extends Omit<SizeTextProps, 'size'> {
  inches: number;
}

/** The cake from the side on a dinner plate. One unit is one inch. */
function ScaleDrawing({ inches, tiers, widest }: ScaleDrawingProps) {
  const height = tiers * TIER;
  return (
    <svg
      className={styles.drawing}
      viewBox={`${-widest / 2} ${-height} ${widest} ${height + 1}`}
      aria-hidden="true"
    >
      <use href={`${drawings}#plate`} x={-PLATE / 2} width={PLATE} height="1" />
      {Array.from({ length: tiers }, (_, below) => {
        const width = inches * (1 - (TAPER * below) / tiers);
        const top = -TIER * (below + 1);
        return (
          <use
            key={top}
            href={`${drawings}#cake`}
            x={-width / 2}
            y={top}
            width={width}
            height={TIER}
          />
        );
      })}
    </svg>
  );
}
