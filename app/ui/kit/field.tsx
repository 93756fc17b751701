import { type ComponentProps, type ReactNode, useId, useSyncExternalStore } from 'react';
import kit from './kit.module.css';
import { useEntered } from './refusal-context.ts';

export interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'children'> {
  name: string;
  /** The place of this one among several of its name; its problem is that of `<name> <row>`. */
  row?: number | undefined;
  label: ReactNode;
  hint?: ReactNode;
  /** What is wrong with the value, if the form around it (`ActionForm`) does not say so. */
  problem?: string | undefined;
  /** Makes it a text of several lines. */
  rows?: number | undefined;
  /** Makes it a choice. */
  options?: { value: string; title: string }[] | undefined;
  /** Below the field, and read out with it. */
  note?: ReactNode;
}

/**
 * A field of a staff's form with its label, hint and problem. `autoComplete` is off by default:
 * most fields are about a customer, not the person at the screen.
 */
export function Field({
  label,
  hint,
  problem: given,
  row,
  rows,
  options,
  note,
  ...input
}: FieldProps) {
  const id = useId();
  const { name, required, maxLength } = input;
  const entered = useEntered(name, row);
  const problem = given ?? entered.problem;
  const defaultValue = entered.values?.[0] ?? input.defaultValue;
  const described = [hint && `${id}-hint`, problem && `${id}-problem`, note && `${id}-note`];
  const shared = {
    id,
    name,
    defaultValue,
    required,
    autoComplete: 'off',
    'aria-invalid': problem !== undefined,
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
  };
  return (
    <div className={kit.field} onInput={entered.mend}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p id={`${id}-hint`} className={kit.quiet}>
          {hint}
        </p>
      )}
      {options ? (
        <select {...shared}>
          {options.map(({ value, title }) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </select>
      ) : rows ? (
        <TextArea {...shared} maxLength={maxLength} rows={rows} />
      ) : (
        <input {...shared} {...input} defaultValue={defaultValue} />
      )}
      <Problem id={`${id}-problem`} text={problem} />
      {note && <div id={`${id}-note`}>{note}</div>}
    </div>
  );
}

interface ChoicesProps {
  /** For links to it. */
  anchor?: string | undefined;
  legend: ReactNode;
  hint?: ReactNode;
  name: string;
  /** One of them, or any. */
  type: 'radio' | 'checkbox';
  options: { value: string; title: ReactNode }[];
  chosen: readonly string[];
  className?: string | undefined;
}

/** Options of which one or several are chosen. */
export function Choices({
  anchor,
  legend,
  hint,
  name,
  type,
  options,
  chosen,
  className,
}: ChoicesProps) {
  const id = useId();
  const { values = chosen, problem, mend } = useEntered(name);
  const described = [hint && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ');
  return (
    <fieldset
      id={anchor}
      className={[kit.choices, className].filter(Boolean).join(' ')}
      aria-describedby={described || undefined}
      onInput={mend}
    >
      <legend>{legend}</legend>
      {hint && (
        <p id={`${id}-hint`} className={kit.quiet}>
          {hint}
        </p>
      )}
      <Problem id={`${id}-problem`} text={problem} />
      {options.map(({ value, title }) => (
        <label key={value} className={kit.check}>
          <input
            type={type}
            name={name}
            value={value}
            defaultChecked={values.includes(value)}
            aria-invalid={problem !== undefined || undefined}
          />
          {title}
        </label>
      ))}
    </fieldset>
  );
}

interface CheckProps {
  name: string;
  /** What it sends. */
  value?: string | undefined;
  isChosen?: boolean;
  /** The browser sends the form only with it. */
  required?: boolean;
  /** The field whose problem a tick mends. */
  mends?: string | undefined;
  children: ReactNode;
}

/** One checkbox with its label. */
export function Check({
  name,
  value = 'yes',
  isChosen = false,
  required,
  mends,
  children,
}: CheckProps) {
  const { values } = useEntered(name);
  const { mend } = useEntered(mends ?? name);
  return (
    <label className={kit.check} onInput={mends === undefined ? undefined : mend}>
      <input
        type="checkbox"
        name={name}
        value={value}
        defaultChecked={values ? values.includes(value) : isChosen}
        required={required}
      />
      {children}
    </label>
  );
}

/** An invisible first button of a form: the Enter key presses the first one, whichever that is. */
export function DefaultButton() {
  return <button type="submit" className="unseen" tabIndex={-1} aria-hidden />;
}

interface ProblemProps {
  id?: string;
  text: string | undefined;
}

/** What is wrong with a field or form. Announced when it appears. */
export function Problem({ id, text }: ProblemProps) {
  if (!text) return null;
  return (
    <p id={id} role="alert" className="problem">
      {text}
    </p>
  );
}

/**
 * A text field that keeps what was typed before hydration. React sets the text of a `textarea` when it hydrates
 * it; the text of an `input` it leaves.
 */
function TextArea({ defaultValue, ...rest }: ComponentProps<'textarea'>) {
  const isHydrating = useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );
  const typed = isHydrating ? textIn(rest.id) : undefined;
  return <textarea {...rest} defaultValue={typed ?? defaultValue} />;
}

function textIn(id: string | undefined): string | undefined {
  if (id === undefined || typeof document === 'undefined') return undefined;
  const field = document.getElementById(id);
  return field instanceof HTMLTextAreaElement ? field.value : undefined;
}

/** Hydration begins and ends once. */
function subscribe() {
  return () => {};
}
