import { Field, Problem } from '#app/ui/kit/field.tsx';
import screen from '#app/ui/kit/kit.module.css';
import { VisuallyHidden } from '#app/ui/text.tsx';
import { usualUnits } from '#domain/capacity/capacity.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import styles from './cake-editor.module.css';
import type { EditorState } from './submit-cake.ts';

interface SizesProps extends Pick<EditorState, 'draft' | 'problems'> {
  kind: Cake['kind'];
}

/** Its buttons send the form, which comes back with another row. */
export function Sizes({ draft, problems, kind }: SizesProps) {
  return (
    <fieldset id="sizes" className={styles.sizes} aria-describedby="sizes-note">
      <legend>Sizes and prices</legend>
      <p id="sizes-note" className={screen.quiet}>
        Inches such as 8, or Box, or Box of 6. Points say how much of a day’s work a size is; they
        are kept for a limit of the day, and empty means the usual.
      </p>
      <Problem text={problems.sizes} />
      <ol>
        {draft.size.map((size, row) => (
          // Rows have no identity but their place: each change comes from the server.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above.
          <li key={row}>
            <Field label="Size" name="size" defaultValue={size} problem={problems[`size ${row}`]} />
            <Field
              label="Price £"
              name="price"
              defaultValue={draft.price[row]}
              inputMode="decimal"
              problem={problems[`price ${row}`]}
            />
            <Field
              label="Slices"
              name="slices"
              defaultValue={draft.slices[row]}
              problem={problems[`slices ${row}`]}
            />
            <Field
              label="Points"
              name="units"
              defaultValue={draft.units[row]}
              inputMode="numeric"
              placeholder={String(usualUnits(kind, { size }))}
              problem={problems[`units ${row}`]}
            />
            <div className={styles.rowButtons}>
              {row > 0 && <SizeButton what={`up ${row}`} sign="↑" label={`Move ${size} up`} />}
              {row < draft.size.length - 1 && (
                <SizeButton what={`down ${row}`} sign="↓" label={`Move ${size} down`} />
              )}
              {draft.size.length > 1 && (
                <SizeButton what={`remove ${row}`} sign="×" label={`Remove ${size}`} />
              )}
            </div>
          </li>
        ))}
      </ol>
      <button
        type="submit"
        name="do"
        value="sizes:add"
        formAction="#sizes"
        className={screen.action}
      >
        Add a size
      </button>
    </fieldset>
  );
}

function SizeButton({ what, sign, label }: { what: string; sign: string; label: string }) {
  return (
    <button
      type="submit"
      name="do"
      value={`sizes:${what}`}
      formAction="#sizes"
      className={styles.small}
    >
      <span aria-hidden="true">{sign}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </button>
  );
}
