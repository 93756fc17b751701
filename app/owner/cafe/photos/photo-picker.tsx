import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { href } from 'react-router';
import { moveRow, rowChange } from '#app/ui/kit/change-rows.ts';
import { Problem } from '#app/ui/kit/field.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { useEntered } from '#app/ui/kit/refusal-context.ts';
import { RowButton } from '#app/ui/kit/row-button.tsx';
import { Photo } from '#app/ui/photo.tsx';
import { VisuallyHidden, WithScripts } from '#app/ui/text.tsx';
import type { Photo as PhotoFile } from '#domain/catalogue/photo.ts';
import styles from './photo-picker.module.css';
import { UploadField } from './upload-field.tsx';

interface PhotoPickerProps {
  /** The form has one field of this name for each chosen picture, in their order. */
  name: string;
  /** File names, the main picture first. */
  chosen: string[];
  photos: Pick<PhotoFile, 'file' | 'alt'>[];
  legend?: string;
  /** Where each of the first ones is shown, by its place in the list. */
  places?: string[] | undefined;
}

/**
 * Chooses and orders pictures within a form (`ActionForm`). Without scripts the arrows send the form, which comes back
 * with the new order.
 */
export function PhotoPicker({
  name,
  chosen: stored,
  photos,
  legend = 'Pictures',
  places = ['Main picture'],
}: PhotoPickerProps) {
  const { values: initial = stored, problem } = useEntered(name);
  const [chosen, setChosen] = useState(initial);
  const first = useRef(initial);
  const root = useRef<HTMLFieldSetElement>(null);
  const nextFocus = useRef<string>(undefined);
  const altOf = new Map(photos.map(({ file, alt }) => [file, alt]));
  const others = photos.filter(({ file }) => !chosen.includes(file));

  // A picture that changes lists loses the focus.
  useLayoutEffect(() => {
    const selector = nextFocus.current;
    nextFocus.current = undefined;
    if (selector) root.current?.querySelector<HTMLElement>(selector)?.focus();
    // Tells the form that it is edited.
    if (chosen !== first.current)
      root.current?.dispatchEvent(new Event('input', { bubbles: true }));
  }, [chosen]);

  function add(file: string) {
    const place = others.findIndex((other) => other.file === file);
    nextFocus.current = checkboxOf((others[place + 1] ?? others[place - 1])?.file);
    setChosen([...chosen, file]);
  }

  function addNew(file: string) {
    setChosen((now) => (now.includes(file) ? now : [...now, file]));
  }

  function remove(file: string) {
    const place = chosen.indexOf(file);
    nextFocus.current = checkboxOf(chosen[place + 1] ?? chosen[place - 1]);
    setChosen(chosen.filter((other) => other !== file));
  }

  function move(event: MouseEvent<HTMLButtonElement>, way: 'up' | 'down', place: number) {
    event.preventDefault();
    const moved = moveRow(chosen, way, place, '');
    const next = moved.indexOf(chosen[place] ?? '');
    nextFocus.current = `button[value="${rowChange([name], way, next)}"]`;
    setChosen(moved);
  }

  return (
    <fieldset
      ref={root}
      className="stack"
      aria-describedby={problem ? `${name}-problem` : undefined}
    >
      <legend>{legend}</legend>
      <Problem id={`${name}-problem`} text={problem} />
      <ol className={kit.rows}>
        {chosen.map((file, place) => (
          <li key={file} className={`cluster ${styles.chosen}`}>
            <Choice
              name={name}
              file={file}
              alt={altOf.get(file)}
              isChosen
              onChange={() => remove(file)}
            />
            <p className={styles.place}>
              {places[place]}
              {/* In another tab, so that nothing typed here is lost. */}
              <a
                href={href('/owner/photos/:photo', { photo: file })}
                target="_blank"
                rel="noreferrer"
                className={`${kit.quiet} ${kit.cut}`}
              >
                {altOf.get(file) || 'Say what is seen in it'}
              </a>
            </p>
            {chosen.length > 1 &&
              DIRECTIONS.map(({ way, sign, label }) => (
                <RowButton
                  key={way}
                  type="submit"
                  name="change"
                  value={rowChange([name], way, place)}
                  formNoValidate
                  aria-disabled={place === (way === 'up' ? 0 : chosen.length - 1)}
                  onClick={(event) => move(event, way, place)}
                  sign={sign}
                  label={`${label}: ${altOf.get(file) || NO_WORDS}`}
                />
              ))}
          </li>
        ))}
      </ol>
      {chosen.length === 0 && <p className={kit.empty}>No picture yet. Choose one below.</p>}
      <WithScripts>
        <UploadField label="Add new photos" onAdded={addNew} />
      </WithScripts>
      <p className={kit.quiet}>
        {/* In another tab, so that nothing typed here is lost. */}
        <a href={href('/owner/photos')} target="_blank" rel="noreferrer">
          Open Photos
        </a>{' '}
        in another tab to add some, and to say what is seen in them.
      </p>
      <details className={kit.more} open={initial.length === 0}>
        <summary>Choose from your photos</summary>
        <ul className={`tiles ${styles.others}`}>
          {others.map(({ file, alt }) => (
            <li key={file}>
              <Choice name={name} file={file} alt={alt} onChange={() => add(file)} />
            </li>
          ))}
        </ul>
      </details>
      <p role="status" className={kit.quiet}>
        {chosen.length === 1 ? '1 picture' : `${chosen.length} pictures`}
      </p>
    </fieldset>
  );
}

const NO_WORDS = 'A photo without words';

const DIRECTIONS = [
  { way: 'up', sign: '↑', label: 'Move up' },
  { way: 'down', sign: '↓', label: 'Move down' },
] as const;

function checkboxOf(file: string | undefined): string {
  return file === undefined ? 'summary' : `input[value="${CSS.escape(file)}"]`;
}

interface ChoiceProps {
  name: string;
  file: string;
  alt: string | undefined;
  isChosen?: boolean;
  onChange: () => void;
}

function Choice({ name, file, alt, isChosen = false, onChange }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input
        type="checkbox"
        name={name}
        value={file}
        defaultChecked={isChosen}
        onChange={onChange}
      />
      <Photo file={file} sizes="6rem" alt="" className={kit.square} />
      <VisuallyHidden>{alt || NO_WORDS}</VisuallyHidden>
    </label>
  );
}
