import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { href, useLocation } from 'react-router';
import type { Made } from '#domain/book/collection.ts';
import { MadeForm, useTicks } from './made-form.tsx';
import styles from './tick-notice.module.css';
import type { FormNotice } from './ticked-notice.ts';
import { dismiss, startSending, undo } from './ticks.ts';

export const MADE_WORDS: Record<Made, string> = {
  'to-make': 'To make',
  ready: 'Ready',
  collected: 'Collected',
  missed: 'Not collected',
};

interface TickNoticeProps {
  /** Of a form that was sent without scripts. */
  form: FormNotice | undefined;
  refresh: () => void;
  /** Other notices. */
  children: ReactNode;
}

/** Says what was ticked off, with Undo for 20 seconds, and whether ticks wait. */
export function TickNotice({ form, refresh, children }: TickNoticeProps) {
  const { waiting, obstacle, latest, refused } = useTicks();
  const { pathname, search } = useLocation();
  const onAnswered = useEffectEvent(refresh);
  useEffect(() => startSending(() => onAnswered()), []);

  const next = new URLSearchParams({ next: pathname + search });
  return (
    <div className={styles.notices}>
      <div role="status">
        {obstacle === 'network' && waiting.length > 0 && (
          <Notice>Waiting for the network. {ticksWait(waiting.length)}.</Notice>
        )}
        {obstacle === 'signed-out' && (
          <Notice>
            <a href={`${href('/owner/sign-in')}?${next}`}>Sign in again</a>.{' '}
            {ticksWait(waiting.length)}.
          </Notice>
        )}
        {refused && (
          <Notice>
            {refused.why === 'conflict'
              ? `${refused.tick.name} was changed on another device. Now you see how it is.`
              : `${refused.tick.name} could not be ticked off. Please look at the order.`}
            <button type="button" className={styles.action} onClick={dismiss}>
              OK
            </button>
          </Notice>
        )}
        {latest && (
          <Notice>
            {MADE_WORDS[latest.made]}: {latest.name}.
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
        {form && !latest && <AfterForm form={form} />}
      </div>
      {children}
    </div>
  );
}

function AfterForm({ form }: { form: FormNotice }) {
  if (form.result !== 'done') {
    return (
      <Notice>
        {form.result === 'conflict'
          ? 'It was changed on another device. Now you see how it is.'
          : 'It could not be ticked off.'}
      </Notice>
    );
  }
  const { collection, from } = form;
  return (
    <Notice>
      {MADE_WORDS[collection.made]}: {collection.name}.
      {/* Undo: from what it is now to what it was. */}
      <MadeForm
        collection={collection}
        from={collection.made}
        made={from}
        className={styles.action}
      >
        Undo
      </MadeForm>
    </Notice>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return <div className={styles.notice}>{children}</div>;
}

function ticksWait(count: number): string {
  return count === 1 ? 'One tick waits' : `${count} ticks wait`;
}
