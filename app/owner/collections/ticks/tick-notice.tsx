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

interface TickNoticeProps {
  refresh: () => void;
  /** Set while changes may be missing on the screen. */
  stale: Stale | undefined;
  /** What a form has done. The newer of it and the last tick is shown. */
  flash: Flash | undefined;
}

/** Says what was ticked off, with Undo for 20 seconds, and whether ticks or changes wait. */
export function TickNotice({ refresh, stale, flash }: TickNoticeProps) {
  const { waiting, obstacle, latest, rejected } = useTicks();
  const { pathname, search } = useLocation();
  const onAnswered = useEffectEvent(refresh);
  useEffect(() => startSending(() => onAnswered()), []);
  const doneAt = flash?.at;
  useEffect(() => {
    if (doneAt !== undefined) forgetLatest();
  }, [doneAt]);

  const isSignedOut = obstacle === 'signed-out' || stale?.isSignedOut;
  const areWaiting = obstacle !== undefined && waiting.length > 0;
  return (
    <div className={styles.notices}>
      <div role="status">
        {(stale || areWaiting) && (
          <Notice>
            <p>
              {stale && `Not up to date since ${stale.since}. `}
              {isSignedOut ? (
                <a href={withNext(href('/owner/sign-in'), pathname + search)}>Sign in again</a>
              ) : (
                'Waiting for the network'
              )}
              .{areWaiting && ` ${ticksWait(waiting.length)}.`}
            </p>
          </Notice>
        )}
        {rejected && (
          <Notice>
            {rejected.why === 'conflict'
              ? `${rejected.tick.name} was changed on another device. Now you see how it is.`
              : `${rejected.tick.name} could not be ticked off. Please look at the order.`}
            <button type="button" className={styles.action} onClick={dismissAndLeave}>
              OK
            </button>
          </Notice>
        )}
        {latest && (
          <Notice>
            {FULFILMENT_WORDS[latest.fulfilment]}: {latest.name}.
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
