import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { useCafe } from '#app/ui/cafe.ts';
import { Action } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import type { SheetCake } from '#domain/book/sheets.ts';
import styles from './print-page.module.css';

interface PrintPageProps {
  title: string;
  /** The screen that it was opened from. */
  back: string;
  /** For `printDay`, if it counts as printed. */
  event?: number | undefined;
  /** Links to other papers that belong to it. */
  also?: ReactNode;
  children: ReactNode;
}

/** A document to print, and above it on the screen what to do with it. */
export function PrintPage({ title, back, event, also, children }: PrintPageProps) {
  return (
    <>
      <title>{`${title} · ${useCafe().name}`}</title>
      <header className={styles.toolbar}>
        <a href={back}>Back</a>
        <h1>{title}</h1>
        <Button className={styles.print} onClick={() => window.print()}>
          Print
        </Button>
        {also && <p className={styles.also}>{also}</p>}
        {event !== undefined && <DidItPrint event={event} back={back} />}
      </header>
      <main className={styles.document}>{children}</main>
    </>
  );
}

/**
 * Asks after the browser's dialog, which does not say whether it was cancelled. Only the answer marks the day as printed:
 * customers cannot change messages from then on. Without scripts it is always asked.
 */
function DidItPrint({ event, back }: { event: number; back: string }) {
  const { pathname } = useLocation();
  const [isAsked, setAsked] = useState(false);
  const question = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    // Also by the browser's own command.
    const ask = () => setAsked(true);
    window.addEventListener('beforeprint', ask);
    return () => window.removeEventListener('beforeprint', ask);
  }, []);
  useEffect(() => {
    if (isAsked) question.current?.querySelector('button')?.focus();
  }, [isAsked]);
  return (
    <fieldset
      ref={question}
      className={styles.question}
      aria-label="Did it print?"
      data-asked={isAsked || undefined}
    >
      <strong>Did it print?</strong>
      <Action to={pathname} fields={{ event, back }}>
        Yes, all printed
      </Action>
      <button
        type="button"
        className={`${kit.action} ${styles.print}`}
        onClick={() => setAsked(false)}
      >
        No
      </button>
    </fieldset>
  );
}

/** A message in type of one width, with its spaces visible: two of them are easily piped as one. */
export function PipedMessage({ message }: { message: string }) {
  const words = message.split(' ');
  return (
    <span className={styles.message}>
      {words.map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the message never changes.
        <Fragment key={index}>
          {index > 0 && (
            <>
              <span className={styles.space}> </span>
              <wbr />
            </>
          )}
          {word}
        </Fragment>
      ))}
    </span>
  );
}

/** `2 × Rainbow Candles`, `Wooden topper: Max is 5` */
export function AddOnsInWords({ count, what, message }: SheetCake['addOns'][number]) {
  return (
    <>
      {count > 1 && `${count} × `}
      {what}
      {message !== '' && (
        <>
          : <PipedMessage message={message} />
        </>
      )}
    </>
  );
}

/** What the mark of `PipedMessage` means, if a message has one. */
export function SpaceLegend({ items }: { items: { message: string }[] }) {
  if (!items.some(({ message }) => message.includes(' '))) return null;
  return (
    <p>
      <span className={styles.message}>
        <span className={styles.space}> </span>
      </span>{' '}
      in a message (a red dot on the screen) is a space.
    </p>
  );
}
