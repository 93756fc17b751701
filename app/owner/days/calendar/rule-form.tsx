import { createContext, type ReactNode, use } from 'react';
import { useInitial } from '#app/owner/frame/use-initial.ts';
import { Field, type FieldProps } from '#app/ui/kit/field.tsx';
import screen from '#app/ui/kit/kit.module.css';
import type { RejectedRules } from './read-rules.ts';
import styles from './rule-form.module.css';

interface RuleFormProps {
  name: string;
  /** The last change of the calendar that the page shows. */
  since: number;
  /** What came back, also of other forms. */
  rejected: RejectedRules | undefined;
  children: ReactNode;
}

const Rejected = createContext<RejectedRules | undefined>(undefined);

/** A form that changes rules of the calendar. Its fields keep what was typed, with what is wrong about it. */
export function RuleForm({ name, since, rejected, children }: RuleFormProps) {
  const own = rejected?.form === name ? rejected : undefined;
  const known = useInitial(own?.since ?? since);
  return (
    <form method="post" className={styles.form}>
      <input type="hidden" name="do" value={name} />
      <input type="hidden" name="since" value={known} />
      {own && own.others.length > 0 && (
        <div role="alert" className={styles.others}>
          {own.others.map((other) => (
            <p key={other}>{other}</p>
          ))}
          <p>What you typed is still here. Save again if it should count instead.</p>
        </div>
      )}
      <Rejected value={own}>{children}</Rejected>
    </form>
  );
}

/** @param defaultValue what counts now. */
export function RuleField({ defaultValue, ...field }: FieldProps) {
  const rejected = useRejected();
  const problem = rejected?.problems[field.name];
  return (
    <Field
      {...field}
      defaultValue={rejected?.typed[field.name]?.[0] ?? defaultValue}
      problem={problem}
      // Without scripts it shows what is wrong, further down than the window.
      autoFocus={problem !== undefined}
    />
  );
}

/** What came back of the form around it. */
export function useRejected(): RejectedRules | undefined {
  return use(Rejected);
}

export function RuleRows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  );
}

interface RuleRowProps {
  /** Of the form that the button sends. */
  form: string;
  fields: Record<string, string>;
  button: string;
  /** For screen readers: of several rows, which one the button is about. */
  what: string;
  children: ReactNode;
}

export function RuleRow({ form, fields, button, what, children }: RuleRowProps) {
  return (
    <li>
      <span>{children}</span>
      <form method="post">
        <input type="hidden" name="do" value={form} />
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <button
          type="submit"
          className={screen.quietButton}
          aria-label={`${button} ${what}`.trim()}
        >
          {button}
        </button>
      </form>
    </li>
  );
}
