import { PhotoPicker } from '#app/owner/cafe/photos/photo-picker.tsx';
import { Field, Problem } from '#app/ui/kit/field.tsx';
import screen from '#app/ui/kit/kit.module.css';
import { VisuallyHidden } from '#app/ui/text.tsx';
import type { FieldChange } from '#domain/catalogue/cake-fields.ts';
import type { Photo } from '#domain/catalogue/photo.ts';
import type { RowsForm, TypedWords, WordsField, WordsForm } from '#domain/words/words-forms.ts';
import styles from './words.module.css';

interface CakeChoice {
  id: string;
  title: string;
}

interface FieldsProps {
  form: Pick<WordsForm, 'fields' | 'rows'>;
  typed: TypedWords;
  problems: Record<string, string>;
  cakes: CakeChoice[];
  photos: Pick<Photo, 'file' | 'alt'>[];
}

/** The fields of a piece, as `readTyped` reads them. */
export function WordsFields({ form, typed, problems, cakes, photos }: FieldsProps) {
  return (
    <>
      {form.fields.map((field) => {
        const { name, label, kind, places } = field;
        const value = typed.fields[name] ?? '';
        const problem = problems[name];
        return kind === 'photos' ? (
          <PhotoPicker
            key={name}
            name={name}
            chosen={filesIn(value)}
            photos={photos}
            problem={problem}
            legend={label}
            places={places}
          />
        ) : (
          <TypedField
            key={name}
            field={field}
            name={name}
            value={value}
            problem={problem}
            cakes={cakes}
          />
        );
      })}
      {form.rows && <Rows rows={form.rows} typed={typed.rows} problems={problems} cakes={cakes} />}
    </>
  );
}

interface RowsProps extends Pick<FieldsProps, 'problems' | 'cakes'> {
  rows: RowsForm;
  typed: TypedWords['rows'];
}

function Rows({ rows, typed, problems, cakes }: RowsProps) {
  const { title, titles, most, fields } = rows;
  const shown = titles || typed.length >= most ? typed : [...typed, {}];
  return (
    <>
      <Problem text={problems.rows} />
      <input type="hidden" name="rows" value={shown.length} />
      {shown.map((row: Record<string, string>, index) => {
        const isNew = index === typed.length;
        const name =
          titles?.[index] ?? (isNew ? `Another ${title.toLowerCase()}` : `${title} ${index + 1}`);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows of a form that is loaded again stay in their order.
          <fieldset key={index} className={titles ? styles.day : styles.row}>
            <legend>{name}</legend>
            {fields.map((field) => (
              <TypedField
                key={field.name}
                field={field}
                name={`${index}.${field.name}`}
                value={row[field.name] ?? ''}
                problem={problems[`${index}.${field.name}`]}
                cakes={cakes}
              />
            ))}
            {!titles && !isNew && (
              <div className={styles.rowActions}>
                <button
                  type="submit"
                  name="do"
                  value={`remove ${index}`}
                  className={screen.quietButton}
                >
                  Remove<VisuallyHidden> {name}</VisuallyHidden>
                </button>
                {index > 0 && (
                  <button
                    type="submit"
                    name="do"
                    value={`up ${index}`}
                    className={screen.quietButton}
                  >
                    Move up<VisuallyHidden> {name}</VisuallyHidden>
                  </button>
                )}
              </div>
            )}
          </fieldset>
        );
      })}
    </>
  );
}

interface TypedFieldProps {
  field: WordsField;
  name: string;
  value: string;
  problem: string | undefined;
  cakes: CakeChoice[];
}

const TYPES: Partial<Record<WordsField['kind'], { type: string; inputMode?: 'numeric' }>> = {
  tel: { type: 'tel' },
  time: { type: 'time' },
  url: { type: 'url' },
  email: { type: 'email' },
  year: { type: 'text', inputMode: 'numeric' },
};

/** Of the long texts. */
const LINES: Partial<Record<WordsField['kind'], number>> = {
  text: 4,
  paragraphs: 14,
  policy: 22,
};

function TypedField({ field, name, value, problem, cakes }: TypedFieldProps) {
  const { kind, label, note, isOptional } = field;
  return (
    <Field
      name={name}
      label={
        isOptional && kind !== 'time' ? (
          <>
            {label} <span className={screen.quiet}>if you like</span>
          </>
        ) : (
          label
        )
      }
      hint={note}
      problem={problem}
      defaultValue={value}
      rows={LINES[kind]}
      options={
        kind === 'cake'
          ? [
              { value: '', title: 'None' },
              ...cakes.map((cake) => ({ value: cake.id, title: cake.title })),
            ]
          : undefined
      }
      {...TYPES[kind]}
    />
  );
}

/** The form as hidden fields. */
export function HiddenWords({ form, typed }: Pick<FieldsProps, 'form' | 'typed'>) {
  const rows = typed.rows.flatMap((row, index) =>
    (form.rows?.fields ?? []).map(({ name }) => [`${index}.${name}`, row[name]] as const),
  );
  const fields = form.fields.map(({ name }) => [name, typed.fields[name]] as const);
  return (
    <>
      <input type="hidden" name="rows" value={typed.rows.length} />
      {[...fields, ...rows].map(([name, value = '']) => (
        <textarea key={name} name={name} defaultValue={value} hidden />
      ))}
    </>
  );
}

/** Of a field of photos. */
export function filesIn(value: string): string[] {
  return value.split(' ').filter(Boolean);
}

export interface WordsDifference extends FieldChange {
  /** Undefined for a row. */
  kind: WordsField['kind'] | undefined;
}

/** The fields and rows that differ in two forms of a piece; empty where there is nothing. */
export function wordsDifferences(
  form: Pick<WordsForm, 'fields' | 'rows'>,
  before: TypedWords,
  after: TypedWords,
): WordsDifference[] {
  const fields = form.fields.map(({ name, label, kind }) => ({
    field: name,
    label,
    kind,
    before: before.fields[name] ?? '',
    after: after.fields[name] ?? '',
  }));
  const count = Math.max(before.rows.length, after.rows.length);
  const rows = Array.from({ length: count }, (_, index) => ({
    field: `${index}`,
    kind: undefined,
    label: rowTitle(form, index),
    before: rowText(before.rows[index]),
    after: rowText(after.rows[index]),
  }));
  return [...fields, ...rows].filter((each) => each.before !== each.after);
}

function rowTitle({ rows }: Pick<WordsForm, 'rows'>, index: number): string {
  return rows?.titles?.[index] ?? `${rows?.title} ${index + 1}`;
}

function rowText(row: Record<string, string> = {}): string {
  return Object.values(row).filter(Boolean).join(' · ');
}
