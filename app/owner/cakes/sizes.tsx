import { Field, Problem } from '#app/ui/kit/field.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { useEntered } from '#app/ui/kit/refusal-context.ts';
import { RowButtons } from '#app/ui/kit/row-button.tsx';
import { useRows } from '#app/ui/kit/use-rows.ts';
import { usualUnits } from '#domain/capacity/capacity.ts';
import type { CakeDraft } from '#domain/catalogue/cake-draft.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import styles from './cake-editor.module.css';

interface SizesProps {
  draft: CakeDraft;
  kind: Cake['kind'];
  /** By the place of the size: why it is not sold at its price. */
  unmade: (string | undefined)[];
}

const NAMES = ['size', 'price', 'slices', 'units'];

export function Sizes({ draft, kind, unmade }: SizesProps) {
  const { rows, button } = useRows(draft.size.length, NAMES);
  const { problem } = useEntered('sizes');
  return (
    <fieldset className="stack" aria-describedby="sizes-note">
      <legend>Sizes and prices</legend>
      <p id="sizes-note" className={kit.quiet}>
        Write 8 for 8 inches, or Box, or Box of 6. Points are the work that a size makes: they count
        if your days have limits. Leave them empty for the usual.
      </p>
      <Problem text={problem} />
      <ol className="stack">
        {rows.map(({ key, place }, row) => {
          const size = draft.size[place] ?? '';
          return (
            <li key={key} className={`${kit.card} ${styles.rowFields}`}>
              <Field label="Size" name="size" row={place} defaultValue={size} />
              <Field
                label="Price £"
                name="price"
                row={place}
                defaultValue={draft.price[place]}
                inputMode="decimal"
                note={unmade[place] && <p className="problem">{unmade[place]}</p>}
              />
              <Field label="Slices" name="slices" row={place} defaultValue={draft.slices[place]} />
              <Field
                label="Points"
                name="units"
                row={place}
                defaultValue={draft.units[place]}
                inputMode="numeric"
                placeholder={String(usualUnits(kind, { size }))}
              />
              <div className={`cluster ${styles.rowButtons}`}>
                <RowButtons button={button} name={size} row={row} count={rows.length} />
              </div>
            </li>
          );
        })}
      </ol>
      <button {...button('add')} className={kit.action}>
        Add a size
      </button>
    </fieldset>
  );
}
