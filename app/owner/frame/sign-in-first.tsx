import type { ReactNode } from 'react';
import { Notice } from '#app/ui/kit/screen.tsx';
import { signInAgain } from './own-path.ts';

interface SignInFirstProps {
  /** The screen to come back to. */
  path: string;
  /** What needs it, such as `change it`. */
  children: ReactNode;
}

/** In the place of what only somebody may do who has just signed in (`hasProof`). */
export function SignInFirst({ path, children }: SignInFirstProps) {
  return (
    <Notice kind="warning">
      To {children}, <a href={signInAgain(path)}>sign in again</a> first.
    </Notice>
  );
}
