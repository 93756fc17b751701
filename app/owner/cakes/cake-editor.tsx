import { type ReactNode, useEffect, useRef } from 'react';
import { href } from 'react-router';
import { PhotoPicker } from '#app/owner/cafe/photos/photo-picker.tsx';
import { useInitial } from '#app/owner/frame/use-initial.ts';
import { Button } from '#app/ui/button.tsx';
import { DefaultButton, Field, Problem } from '#app/ui/kit/field.tsx';
import screen from '#app/ui/kit/kit.module.css';
import { VisuallyHidden, WithScripts } from '#app/ui/text.tsx';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import { Availability, type TextOf } from './availability.tsx';
import styles from './cake-editor.module.css';
import { showPreview } from './show-preview.ts';
import { Sizes } from './sizes.tsx';
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
  const { cakeId, kind, choices, words, shopLeadDays } = props;
  const { state, saved } = useInitial(props);
  const { draft, version, problems, others, notice } = state;
  const isCake = kind === 'cake';
  const form = useRef<HTMLFormElement>(null);
  const preview = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (!isCake || !form.current || !preview.current) return;
    return showPreview(form.current, href('/owner/cakes/preview'), preview.current);
  }, [isCake]);
  const text: TextOf = (name) => {
    const theirs = others?.differences.find(({ field }) => field === name);
    return {
      name,
      defaultValue: draft[name],
      problem: problems[name],
      note: theirs && <p className={styles.theirs}>Theirs: {theirs.before}</p>,
    };
  };

  return (
    <div className={styles.editor}>
      <form ref={form} method="post" className={`${screen.fields} ${styles.form}`} noValidate>
        <DefaultButton value="save" />
        <input type="hidden" name="cake" value={cakeId} />
        <input type="hidden" name="version" value={version} />
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

        <Field label="Name" {...text('title')} maxLength={200} />
        <Field label="Description" {...text('desc')} rows={4} />
        <label className={styles.tick}>
          <input type="checkbox" name="forSale" defaultChecked={draft.forSale !== ''} />
          For sale
        </label>
        {isCake && (
          <CheckboxGroup
            legend="Categories"
            name="category"
            options={choices.categories.map(({ slug, title }) => ({ value: slug, title }))}
            ticked={draft.category}
            problem={problems.category}
          />
        )}
        <Sizes draft={draft} problems={problems} kind={kind} />
        <PhotoPicker
          name="photo"
          chosen={draft.photo}
          photos={choices.photos}
          problem={problems.photo}
        />
        <AllergenChoices draft={draft} choices={choices} words={words} problems={problems} />
        <CheckboxGroup
          legend="Serving info"
          name="servingInfo"
          options={choices.servingInfo.map((value) => ({ value, title: value }))}
          ticked={draft.servingInfo}
        />
        <Field
          label="Ingredients"
          hint="Only shown if you write them."
          {...text('ingredients')}
          rows={3}
        />
        {isCake && (
          <Availability draft={draft} problems={problems} shopLeadDays={shopLeadDays} text={text} />
        )}
        {isCake && cakeId !== '' && (
          <Field
            label="Address of its page"
            hint="Old addresses lead to the new one."
            {...text('slug')}
            autoCapitalize="none"
            spellCheck={false}
          />
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
  const { who, at, differences } = others;
  return (
    <div role="alert" className={styles.notice}>
      <p>
        <strong>
          {who} changed this cake{at && ` at ${at}`}, while you did. Nothing is saved yet.
        </strong>
      </p>
      <ul>
        {differences.map(({ field, label, before, after }) => (
          <li key={field}>
            {label}: theirs is “{before}”, yours “{after}”
          </li>
        ))}
      </ul>
      <p>The form has yours. Write what is right where the two differ, and save.</p>
    </div>
  );
}

type PartProps = Pick<EditorState, 'draft' | 'problems'>;

interface AllergensProps extends PartProps, Pick<CakeEditorProps, 'choices' | 'words'> {}

function AllergenChoices({ draft, choices, words, problems }: AllergensProps) {
  const options = choices.allergens.map((value) => ({ value, title: value }));
  return (
    <>
      {words && (
        <p className={styles.theirs}>
          Named so far: {words.join(', ') || 'none'}. Tick below to name them precisely, or leave
          all empty to keep it so.
        </p>
      )}
      <CheckboxGroup
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
        <CheckboxGroup
          legend={<VisuallyHidden>May contain</VisuallyHidden>}
          name="mayContain"
          options={options}
          ticked={draft.mayContain}
        />
      </details>
    </>
  );
}

interface CheckboxGroupProps {
  legend: ReactNode;
  name: string;
  options: { value: string; title: string }[];
  ticked: readonly string[];
  problem?: string | undefined;
}

function CheckboxGroup({ legend, name, options, ticked, problem }: CheckboxGroupProps) {
  return (
    <fieldset className={styles.ticks} aria-describedby={problem ? `${name}-problem` : undefined}>
      <legend>{legend}</legend>
      <Problem id={`${name}-problem`} text={problem} />
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
