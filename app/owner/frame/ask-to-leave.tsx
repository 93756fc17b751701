import { use, useEffect, useRef } from 'react';
import {
  type BlockerFunction,
  UNSAFE_DataRouterContext,
  UNSAFE_DataRouterStateContext,
} from 'react-router';
import kit from '#app/ui/kit/kit.module.css';
import { hasUnsaved } from '#app/ui/kit/unsaved.ts';

const BLOCKER = 'unsaved';

/**
 * Asks before what was typed into a form (`ActionForm`) is lost: by a link, a key or Back in a dialog, by a reload or
 * the end of the browser's tab in the browser's own (decision 062).
 */
export function AskToLeave() {
  // As `useBlocker`, which would add 270 bytes to what visitors load.
  const router = use(UNSAFE_DataRouterContext)?.router;
  const blocker = use(UNSAFE_DataRouterStateContext)?.blockers.get(BLOCKER);
  const dialog = useRef<HTMLDialogElement>(null);
  // The router renders it again when an answer has come: what is being sent may be saved.
  useEffect(() => {
    if (blocker?.state !== 'blocked') dialog.current?.close();
    else if (!hasUnsaved()) blocker.proceed();
    else if (!isSending() && !dialog.current?.open) dialog.current?.showModal();
  });
  useEffect(() => {
    router?.getBlocker(BLOCKER, losesText);
    return () => router?.deleteBlocker(BLOCKER);
  }, [router]);
  useEffect(() => {
    const leaving = new AbortController();
    addEventListener('beforeunload', keepDocument, { signal: leaving.signal });
    return () => leaving.abort();
  }, []);
  return (
    <dialog
      ref={dialog}
      role="alertdialog"
      className={kit.dialog}
      aria-labelledby="leave-title"
      aria-describedby="leave-words"
      onClose={() => blocker?.state === 'blocked' && blocker.reset()}
    >
      <h2 id="leave-title">Not saved yet</h2>
      <p id="leave-words" className={kit.below}>
        What you typed on this screen is lost if you leave it now.
      </p>
      <form method="dialog" className={kit.actions}>
        <button type="submit" className={kit.action}>
          Stay
        </button>
        <button type="button" className={kit.action} onClick={() => blocker?.proceed?.()}>
          Leave without saving
        </button>
      </form>
    </dialog>
  );
}

/** A link to a part of the screen loses nothing. */
const losesText: BlockerFunction = ({ currentLocation: here, nextLocation: next }) =>
  (next.pathname !== here.pathname || next.search !== here.search) && hasUnsaved();

function keepDocument(event: BeforeUnloadEvent): void {
  if (hasUnsaved()) event.preventDefault();
}

function isSending(): boolean {
  return document.querySelector('main form[aria-busy="true"]') !== null;
}
