import { PhotoPicker } from '#app/owner/cafe/photos/photo-picker.tsx';
import { Choices, Field, Problem } from '#app/ui/kit/field.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { useEntered } from '#app/ui/kit/refusal-context.ts';
import { useRows } from '#app/ui/kit/use-rows.ts';
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
  cakes: CakeChoice[];
  photos: Pick<Photo, 'file' | 'alt'>[];
}

/** The fields of a piece, as `typedIn` reads them. */
export function WordsFields({ form, typed, cakes, photos }: FieldsProps) {
  return (
    <>
      {form.fields.map((field) => {
        const { name, label, kind, places, choices, note } = field;
        const value = typed.fields[name] ?? '';
        if (choices) {
          return (
            <Choices
              key={name}
              anchor={name}
              name={name}
              legend={label}
              hint={note}
              type="radio"
              options={choices}
              chosen={[value]}
            />
          );
        }
        return kind === 'photos' ? (
          <PhotoPicker
            key={name}
            name={name}
            chosen={filesIn(value)}
            photos={photos}
            legend={label}
            places={places}
          />
        ) : (
          <TypedField key={name} field={field} name={name} value={value} cakes={cakes} />
        );
      })}
      {form.rows && <RowsOfFields form={form.rows} typed={typed.rows} cakes={cakes} />}
    </>
  );
}

interface RowsOfFieldsProps extends Pick<FieldsProps, 'cakes'> {
  form: RowsForm;
  typed: TypedWords['rows'];
}

function RowsOfFields({ form, typed, cakes }: RowsOfFieldsProps) {
  const { title, titles, most, fields } = form;
  const hasAnother = !titles && typed.length < most;
  const { rows, button } = useRows(
    typed.length + (hasAnother ? 1 : 0),
    fields.map(({ name }) => `row-${name}`),
  );
  const { problem } = useEntered('rows');
  return (
    <>
      <Problem text={problem} />
      {rows.map(({ key, place }, index) => {
        const isAnother = hasAnother && index === rows.length - 1;
        const name =
          titles?.[index] ??
          (isAnother ? `Another ${title.toLowerCase()}` : `${title} ${index + 1}`);
        return (
          <fieldset key={key} className={titles ? `${kit.card} ${styles.day}` : kit.card}>
            <legend>{name}</legend>
            {fields.map((field) => (
              <TypedField
                key={field.name}
                field={field}
                name={`row-${field.name}`}
                row={place}
                value={typed[place]?.[field.name] ?? ''}
                cakes={cakes}
              />
            ))}
            {!titles && !isAnother && (
              <div className={kit.links}>
                <button {...button('remove', index)} className="word-button">
                  Remove<VisuallyHidden> {name}</VisuallyHidden>
                </button>
                {index > 0 && (
                  <button {...button('up', index)} className="word-button">
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
  row?: number;
  value: string;
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

function TypedField({ field, name, row, value, cakes }: TypedFieldProps) {
  const { kind, label, note, isOptional } = field;
  return (
    <Field
      name={name}
      row={row}
      label={
        isOptional && kind !== 'time' ? (
          <>
            {label} <span className={kit.quiet}>if you like</span>
          </>
        ) : (
          label
        )
      }
      hint={note}
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
  const fields = form.fields.map(({ name, label, kind, choices }) => {
    const inWords = ({ fields: { [name]: text = '' } }: TypedWords) =>
      choices?.find(({ value }) => value === text)?.title ?? text;
    return { field: name, label, kind, before: inWords(before), after: inWords(after) };
  });
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
