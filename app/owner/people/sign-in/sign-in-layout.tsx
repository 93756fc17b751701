import { Outlet } from 'react-router';
import { answerInPlace } from '#app/owner/frame/form-answer.ts';
import { Mark } from '#app/ui/brand.tsx';
import { useCafe } from '#app/ui/cafe.ts';
import { useFocusOnProblem } from '#app/ui/focus-on-problem.ts';
import styles from './sign-in.module.css';

export const clientMiddleware = [answerInPlace];

/** The frame of pages outside the screens: nobody is signed in yet. */
export default function SignInLayout() {
  useFocusOnProblem();
  return (
    <main className={styles.page}>
      <p className={styles.cafe}>
        <Mark /> {useCafe().name}
      </p>
      <Outlet />
    </main>
  );
}
