import { type ComponentProps, type ReactNode, useId } from 'react';
import { Mark } from '#app/ui/brand.tsx';
import { useCafe } from '#app/ui/cafe.ts';
import styles from './form.module.css';

interface SignInPageProps {
  title: string;
  introduction: string;
  children: ReactNode;
}

/** A page outside the screens: nobody is signed in yet. */
export function SignInPage({ title, introduction, children }: SignInPageProps) {
  return (
    <main className={styles.page}>
      <p className={styles.cafe}>
        <Mark /> {useCafe().name}
      </p>
      <h1>{title}</h1>
      <p>{introduction}</p>
      {children}
    </main>
  );
}

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  note?: string;
  problem?: string | undefined;
}

export function Field({ label, note, problem, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {note && <p id={`${id}-note`}>{note}</p>}
      <input
        id={id}
        required
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? `${id}-problem` : note ? `${id}-note` : undefined}
        {...input}
      />
      {problem && (
        <p id={`${id}-problem`} role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}
