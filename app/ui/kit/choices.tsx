import { type ReactNode, useId } from 'react';
import { Problem } from './field.tsx';
import kit from './kit.module.css';
import { useEntered } from './refusal-context.ts';

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
