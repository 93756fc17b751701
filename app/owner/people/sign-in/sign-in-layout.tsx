import { useEffect } from 'react';
import { href, Outlet } from 'react-router';
import { appManifest } from '#app/owner/frame/app-manifest.ts';
import { answerInPlace } from '#app/owner/frame/form-answer.ts';
import { Mark } from '#app/ui/brand.tsx';
import { useCafe } from '#app/ui/cafe.ts';
import { useFocusOnProblem } from '#app/ui/focus-on-problem.ts';
import styles from './sign-in.module.css';

export const links = appManifest;

export const clientMiddleware = [answerInPlace];

/** The frame of pages outside the screens: nobody is signed in yet. */
export default function SignInLayout() {
  useFocusOnProblem();
  useEffect(forgetScreens, []);
  return (
    <main className={styles.page}>
      <p className={`cluster display ${styles.cafe}`}>
        <Mark /> {useCafe().name}
      </p>
      <Outlet />
    </main>
  );
}

/** What was kept for when there is no network, also by a page that was reloaded past the service worker. */
function forgetScreens(): void {
  navigator.serviceWorker
    ?.getRegistration(href('/owner'))
    .then((registration) => registration?.active?.postMessage('forget'))
    .catch(() => {});
}
