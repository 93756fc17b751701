import { SignInFirst } from '#app/owner/frame/sign-in-first.tsx';
import kit from '#app/ui/kit/kit.module.css';

interface DownloadProps {
  path: string;
  what: string;
  /** Whether the person has just signed in, which a file of the shop needs. */
  isProved: boolean;
  /** The screen that shows it. */
  screen: string;
}

/** Leads to a file, or to the page to sign in before it. */
export function Download({ path, what, isProved, screen }: DownloadProps) {
  return isProved ? (
    <p>
      <a className={kit.action} href={path} aria-label={`Download (CSV): ${what}`}>
        Download (CSV)
      </a>
    </p>
  ) : (
    <SignInFirst path={screen}>download {what}</SignInFirst>
  );
}
