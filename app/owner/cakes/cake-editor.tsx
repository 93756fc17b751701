import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { href } from 'react-router';
import { PhotoPicker } from '#app/owner/photos/photo-picker.tsx';
import screen from '#app/owner/screen.module.css';
import { Button } from '#app/ui/button.tsx';
import { VisuallyHidden, WithScripts } from '#app/ui/text.tsx';
import { monthName } from '#domain/calendar/days.ts';
import type { CakeDraft } from '#domain/catalogue/cake-draft.ts';
import type { FieldChange } from '#domain/catalogue/cake-fields.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import { usualPoints } from '#domain/catalogue/points.ts';
import styles from './cake-editor.module.css';
import { showPreview } from './show-preview.ts';
import type { EditorState, editorChoices } from './submit-cake.ts';

interface CakeEditorProps {
  /** Empty for a new cake. */
  cakeId: string;
  kind: Cake['kind'];
  state: EditorState;
  choices: Awaited<ReturnType<typeof editorChoices>>;
  /** The allergens of a cake that has not named them precisely. */
  words?: string[] | undefined;
  shopLeadDays: number;
  /** What was just saved. */
  saved?: string[] | undefined;
}

/** The form of a cake. It works without scripts, and shows the page beside it with them. */
export function CakeEditor(props: CakeEditorProps) {
  const { cakeId, kind, choices, words, shopLeadDays, saved } = props;
  // A live update of the data must not move the form to another version than the one that was typed into.
  const [state] = useState(props.state);
  const { draft, base, problems, others, notice } = state;
  const isCake = kind === 'cake';
  const form = useRef<HTMLFormElement>(null);
  const preview = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (!isCake || !form.current || !preview.current) return;
    return showPreview(form.current, href('/owner/cakes/preview'), preview.current);
  }, [isCake]);
  const of = (name: keyof typeof draft, field: string = name) => ({
    name,
    problem: problems[name],
    theirs: others?.conflicts.includes(field)
      ? others.changes.find((change) => change.field === field)
      : undefined,
  });

  return (
    <div className={styles.editor}>
      <form ref={form} method="post" className={styles.form} noValidate>
        {/* The Enter key presses a form's first button. */}
        <button
          type="submit"
          name="do"
          value="save"
          className={styles.first}
          tabIndex={-1}
          aria-hidden
        >
          Save
        </button>
        <input type="hidden" name="cake" value={cakeId} />
        <input type="hidden" name="base" value={base} />
        {saved?.map((text) => (
          <p key={text} role="status" className={styles.saved}>
            {text}
          </p>
        ))}
        {notice && (
          <p role="alert" className={styles.notice}>
            {notice}
          </p>
        )}
        {others && <OthersNote others={others} />}

        <Field label="Name" {...of('title')}>
          <input defaultValue={draft.title} maxLength={200} autoComplete="off" />
        </Field>
        <Field label="Description" {...of('desc')}>
          <textarea rows={4} defaultValue={draft.desc} />
        </Field>
        <label className={styles.tick}>
          <input type="checkbox" name="forSale" defaultChecked={draft.forSale !== ''} />
          For sale
        </label>
        {isCake && (
          <Ticks
            legend="Categories"
            name="category"
            options={choices.categories.map(({ slug, title }) => ({ value: slug, title }))}
            ticked={draft.category}
            problem={problems.category}
          />
        )}
        <Sizes {...{ draft, problems, kind }} />
        <PhotoPicker
          name="photo"
          chosen={draft.photo}
          photos={choices.photos}
          problem={problems.photo}
        />
        <Allergens {...{ draft, choices, words, problems }} />
        <Ticks
          legend="Serving info"
          name="servingInfo"
          options={choices.servingInfo.map((value) => ({ value, title: value }))}
          ticked={draft.servingInfo}
        />
        <Field label="Ingredients" hint="Only shown if you write them." {...of('ingredients')}>
          <textarea rows={3} defaultValue={draft.ingredients} />
        </Field>
        {isCake && <When {...{ draft, problems, shopLeadDays, of }} />}
        {isCake && cakeId !== '' && (
          <Field
            label="Address of its page"
            hint="Old addresses lead to the new one."
            {...of('slug')}
          >
            <input defaultValue={draft.slug} autoCapitalize="none" spellCheck={false} />
          </Field>
        )}
        <div className={styles.bar}>
          <Button type="submit" name="do" value="save">
            Save
          </Button>
          {isCake && (
            <button
              type="submit"
              className={screen.action}
              formAction={href('/owner/cakes/preview')}
              formTarget="_blank"
            >
              Preview
            </button>
          )}
        </div>
      </form>
      {isCake && (
        <WithScripts className={styles.preview}>
          <h2>Its page</h2>
          {/* Of our origin, so that it may be filled in; without scripts. */}
          <iframe ref={preview} title="Preview of the page" sandbox="allow-same-origin" />
        </WithScripts>
      )}
    </div>
  );
}

function OthersNote({ others }: { others: NonNullable<EditorState['others']> }) {
  const { who, at, changes, conflicts } = others;
  return (
    <div role="alert" className={styles.notice}>
      <p>
        <strong>
          {who} changed this cake{at && ` at ${at}`}, while you did. Nothing is saved yet.
        </strong>
      </p>
      <ul>
        {changes.map(({ field, label, before, after }) => (
          <li key={field}>
            {label}: <del>{before}</del> → <ins>{after}</ins>
            {conflicts.includes(field) && (
              <strong> You changed this too: yours is in the form.</strong>
            )}
          </li>
        ))}
      </ul>
      <p>
        The form has their changes and yours. Look at it, and save. Where you both changed the same,
        write what is right.
      </p>
    </div>
  );
}

interface FieldProps {
  name: string;
  label: string;
  hint?: string;
  problem: string | undefined;
  /** What somebody else has made of the field that was changed here too. */
  theirs?: FieldChange | undefined;
  /** An input or a textarea. */
  children: React.ReactElement<ComponentProps<'input'>>;
}

function Field({ name, label, hint, problem, theirs, children }: FieldProps) {
  const notes = [hint && `${name}-hint`, problem && `${name}-problem`, theirs && `${name}-theirs`];
  const { type: Control, props } = children;
  return (
    <div className={styles.field}>
      <label htmlFor={name}>{label}</label>
      {hint && (
        <p id={`${name}-hint`} className={screen.quiet}>
          {hint}
        </p>
      )}
      <Control
        {...props}
        id={name}
        name={name}
        aria-invalid={problem !== undefined}
        aria-describedby={notes.filter(Boolean).join(' ') || undefined}
      />
      <Problem id={`${name}-problem`}>{problem}</Problem>
      {theirs && (
        <p id={`${name}-theirs`} className={styles.theirs}>
          Theirs: {theirs.after}
        </p>
      )}
    </div>
  );
}

function Problem({ id, children }: { id: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <p id={id} role="alert" className={styles.problem}>
      {children}
    </p>
  );
}

interface TicksProps {
  legend: ReactNode;
  name: string;
  options: { value: string; title: string }[];
  ticked: readonly string[];
  problem?: string | undefined;
}

function Ticks({ legend, name, options, ticked, problem }: TicksProps) {
  return (
    <fieldset className={styles.ticks} aria-describedby={problem ? `${name}-problem` : undefined}>
      <legend>{legend}</legend>
      <Problem id={`${name}-problem`}>{problem}</Problem>
      {options.map(({ value, title }) => (
        <label key={value} className={styles.tick}>
          <input
            type="checkbox"
            name={name}
            value={value}
            defaultChecked={ticked.includes(value)}
          />
          {title}
        </label>
      ))}
    </fieldset>
  );
}

type PartProps = Pick<EditorState, 'draft' | 'problems'>;

/** Its buttons send the form, which comes back with another row. */
function Sizes({ draft, problems, kind }: PartProps & Pick<CakeEditorProps, 'kind'>) {
  return (
    <fieldset id="sizes" className={styles.sizes} aria-describedby="sizes-note">
      <legend>Sizes and prices</legend>
      <p id="sizes-note" className={screen.quiet}>
        Inches such as 8, or Box, or Box of 6. Points say how much of a day’s work a size is; they
        are kept for a limit of the day, and empty means the usual.
      </p>
      <Problem id="sizes-problem">{problems.sizes}</Problem>
      <ol>
        {draft.size.map((size, row) => (
          // Rows have no identity but their place: each change comes from the server.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above.
          <li key={row}>
            <SizeField
              label="Size"
              name="size"
              row={row}
              value={size}
              problem={problems[`size ${row}`]}
            />
            <SizeField
              label="Price £"
              name="price"
              row={row}
              value={draft.price[row]}
              inputMode="decimal"
              problem={problems[`price ${row}`]}
            />
            <SizeField
              label="Slices"
              name="slices"
              row={row}
              value={draft.slices[row]}
              problem={problems[`slices ${row}`]}
            />
            <SizeField
              label="Points"
              name="points"
              row={row}
              value={draft.points[row]}
              inputMode="numeric"
              placeholder={String(usualPoints(kind, { size }))}
              problem={problems[`points ${row}`]}
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

interface SizeFieldProps extends ComponentProps<'input'> {
  label: string;
  name: string;
  row: number;
  value: string | undefined;
  problem: string | undefined;
}

function SizeField({ label, name, row, value, problem, ...input }: SizeFieldProps) {
  const id = `${name}-${row}`;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        name={name}
        defaultValue={value}
        autoComplete="off"
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
      />
      <Problem id={`${id}-problem`}>{problem}</Problem>
    </div>
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

interface AllergensProps extends PartProps, Pick<CakeEditorProps, 'choices' | 'words'> {}

function Allergens({ draft, choices, words, problems }: AllergensProps) {
  const options = choices.allergens.map((value) => ({ value, title: value }));
  return (
    <>
      {words && (
        <p className={styles.theirs}>
          Named so far: {words.join(', ') || 'none'}. Tick below to name them precisely, or leave
          all empty to keep it so.
        </p>
      )}
      <Ticks
        legend="Contains"
        name="contains"
        options={options}
        ticked={draft.contains}
        problem={problems.contains}
      />
      <label className={styles.tick}>
        <input type="checkbox" name="containsNone" defaultChecked={draft.containsNone !== ''} />
        None of these
      </label>
      <details className={screen.more} open={draft.mayContain.length > 0}>
        <summary>May contain</summary>
        <Ticks
          legend={<VisuallyHidden>May contain</VisuallyHidden>}
          name="mayContain"
          options={options}
          ticked={draft.mayContain}
        />
      </details>
    </>
  );
}

interface WhenProps extends PartProps, Pick<CakeEditorProps, 'shopLeadDays'> {
  of: (name: keyof CakeDraft, field?: string) => Pick<FieldProps, 'name' | 'problem' | 'theirs'>;
}

function When({ draft, problems, shopLeadDays, of }: WhenProps) {
  return (
    <>
      <label className={styles.tick}>
        <input type="checkbox" name="takesMessage" defaultChecked={draft.takesMessage !== ''} />
        Takes a message
      </label>
      <Field
        label="Own lead time, in days"
        hint={`Empty: ${shopLeadDays}, as for all cakes.`}
        {...of('leadDays')}
      >
        <input defaultValue={draft.leadDays} inputMode="numeric" autoComplete="off" />
      </Field>
      <Field
        label="Not available until"
        hint="It can be ordered for that day and later."
        {...of('unavailableUntil')}
      >
        <input type="date" defaultValue={draft.unavailableUntil} />
      </Field>
      <fieldset className={styles.season} aria-describedby="season-note season-problem">
        <legend>Season</legend>
        <p id="season-note" className={screen.quiet}>
          When the home page recommends it. It can be ordered all year.
        </p>
        <DateFields label="From" name="seasonFrom" draft={draft} />
        <DateFields label="To" name="seasonTo" draft={draft} />
        <Problem id="season-problem">{problems.season}</Problem>
      </fieldset>
    </>
  );
}

interface DateFieldsProps {
  label: string;
  name: 'seasonFrom' | 'seasonTo';
  draft: CakeDraft;
}

function DateFields({ label, name, draft }: DateFieldsProps) {
  return (
    <div className={styles.date}>
      <input
        name={`${name}Day`}
        aria-label={`${label}: day`}
        placeholder={label === 'From' ? '1' : '31'}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={draft[`${name}Day`]}
      />
      <select
        name={`${name}Month`}
        aria-label={`${label}: month`}
        defaultValue={draft[`${name}Month`]}
      >
        <option value="">{label}</option>
        {MONTHS.map((month) => (
          <option key={month} value={String(month).padStart(2, '0')}>
            {monthName(month)}
          </option>
        ))}
      </select>
    </div>
  );
}

const MONTHS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
