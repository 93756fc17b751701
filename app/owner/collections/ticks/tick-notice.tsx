import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { href, useLocation } from 'react-router';
import { FULFILMENT_WORDS } from '#app/owner/collections/words.ts';
import styles from '#app/owner/frame/flash-notice.module.css';
import { FlashNotice } from '#app/owner/frame/flash-notice.tsx';
import { withNext } from '#app/owner/frame/own-path.ts';
import type { Stale } from '#app/owner/frame/use-live-orders.ts';
import type { Flash } from '#app/owner/person-context.ts';
import { useTicks } from './fulfilment-form.tsx';
import { dismiss, forgetLatest, startSending, undo } from './ticks.ts';

/**
 * Says above a screen of when it is and how many ticks wait, while there is no network or no session.
 * @param stale set while changes may be missing on the screen.
 */
export function ConnectionNotice({ stale }: { stale: Stale | undefined }) {
  const { waiting, obstacle } = useTicks();
  const { pathname, search } = useLocation();
  const areWaiting = obstacle !== undefined && waiting.length > 0;
  const isSignedOut = obstacle === 'signed-out' || stale?.isSignedOut;
  return (
    <div role="status" className={`on-screen ${styles.connection}`}>
      {(stale || areWaiting) && (
        <p>
          {isSignedOut ? (
            <>
              {stale && `As of ${stale.since}. `}
              <a href={withNext(href('/owner/sign-in'), pathname + search)}>Sign in again</a>.
            </>
          ) : stale ? (
            `As of ${stale.since}${stale.isOffline ? ', without a network' : ''}.`
          ) : (
            'Without a network.'
          )}
          {areWaiting && ` ${ticksWait(waiting.length)}.`}
        </p>
      )}
    </div>
  );
}

interface TickNoticeProps {
  refresh: () => void;
  /** What a form has done. The newer of it and the last tick is shown. */
  flash: Flash | undefined;
}

/** Says what was ticked off, with Undo for 20 seconds. */
export function TickNotice({ refresh, flash }: TickNoticeProps) {
  const { latest, rejected } = useTicks();
  const onAnswered = useEffectEvent(refresh);
  useEffect(() => startSending(() => onAnswered()), []);
  const doneAt = flash?.at;
  useEffect(() => {
    if (doneAt !== undefined) forgetLatest();
  }, [doneAt]);

  return (
    <div className={`on-screen ${styles.notices}`}>
      <div role="status">
        {rejected && (
          <Notice>
            <span>
              {rejected.why === 'conflict'
                ? `${rejected.tick.name} was changed on another device. This is how it is now.`
                : `${rejected.tick.name} could not be ticked off. Please look at the order.`}
            </span>
            <button type="button" className={styles.action} onClick={dismissAndLeave}>
              OK
            </button>
          </Notice>
        )}
        {latest && (
          <Notice>
            <span>
              {FULFILMENT_WORDS[latest.fulfilment]}: {latest.name}.
            </span>
            <button
              type="button"
              className={styles.action}
              data-shortcut="z"
              aria-keyshortcuts="z"
              onClick={undo}
            >
              Undo
            </button>
          </Notice>
        )}
      </div>
      {flash && <FlashNotice {...flash} isCovered={latest !== undefined} />}
    </div>
  );
}

function dismissAndLeave() {
  dismiss();
  // The button, which has the focus, is removed.
  document.getElementById('main')?.focus({ preventScroll: true });
}

function Notice({ children }: { children: ReactNode }) {
  return <div className={styles.notice}>{children}</div>;
}

function ticksWait(count: number): string {
  return count === 1 ? 'One tick waits' : `${count} ticks wait`;
}
