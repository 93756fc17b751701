import type { ReactNode } from 'react';
import { useSingleSubmit } from '#app/owner/frame/use-single-submit.ts';
import { Mark } from '#app/ui/brand.tsx';
import { useCafe } from '#app/ui/cafe.ts';
import { useFocusOnProblem } from '#app/ui/use-focus-on-problem.ts';
import styles from './sign-in-page.module.css';

interface SignInPageProps {
  title: string;
  introduction: string;
  children: ReactNode;
}

/** A page outside the screens: nobody is signed in yet. */
export function SignInPage({ title, introduction, children }: SignInPageProps) {
  useFocusOnProblem();
  useSingleSubmit();
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
