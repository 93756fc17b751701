import type { ComponentProps, ReactNode } from 'react';
import screen from './screen.module.css';
import { TextArea } from './text-area.tsx';

type InputProps = Pick<
  ComponentProps<'input'>,
  'type' | 'required' | 'maxLength' | 'autoCapitalize'
>;

interface TextFieldProps extends InputProps {
  name: string;
  label: string;
  hint?: ReactNode;
  /** What is wrong with `value`. */
  problem: string | undefined;
  value: string;
  /** Of a field of several lines. */
  rows?: number;
}

/**
 * A text with its label, hint and problem. Its id is its name. Most are a customer's, so the browser does not
 * fill in those of the person who types.
 */
export function TextField({
  name,
  label,
  hint,
  problem,
  value,
  rows,
  type,
  ...rest
}: TextFieldProps) {
  const notes = [hint && `${name}-hint`, problem && `${name}-problem`].filter(Boolean).join(' ');
  const shared = {
    id: name,
    name,
    defaultValue: value,
    autoComplete: 'off',
    'aria-invalid': problem !== undefined,
    'aria-describedby': notes || undefined,
  };
  return (
    <div className={screen.field}>
      <label htmlFor={name}>{label}</label>
      {hint && (
        <p id={`${name}-hint`} className={screen.quiet}>
          {hint}
        </p>
      )}
      {rows ? (
        <TextArea {...shared} {...rest} rows={rows} />
      ) : (
        <input {...shared} {...rest} type={type} />
      )}
      <Problem id={`${name}-problem`} text={problem} />
    </div>
  );
}

/** What is wrong with a field. Announced when it appears. */
export function Problem({ id, text }: { id: string; text: string | undefined }) {
  if (!text) return null;
  return (
    <p id={id} role="alert" className={screen.problem}>
      {text}
    </p>
  );
}
