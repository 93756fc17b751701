import { Fragment, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { href } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { useCafe } from '#app/ui/cafe.ts';
import styles from './print-page.module.css';

interface PrintPageProps {
  title: string;
  /** Posted to the page's own action when it is printed, for `printDay`. */
  event?: number | undefined;
  children: ReactNode;
}

/** A document to print, and above it on the screen what to do with it. */
export function PrintPage({ title, event, children }: PrintPageProps) {
  const isRecorded = useRef(false);
  const record = useEffectEvent(() => {
    if (event === undefined || isRecorded.current) return;
    isRecorded.current = true;
    // The page stays as it was printed. If this fails, the next sheet counts from the print before.
    const body = new URLSearchParams({ event: String(event) });
    fetch(window.location.pathname, { method: 'POST', body, redirect: 'manual' }).catch(() => {});
  });
  useEffect(() => {
    // Also by the browser's own command.
    const onPrint = () => record();
    window.addEventListener('beforeprint', onPrint);
    return () => window.removeEventListener('beforeprint', onPrint);
  }, []);
  return (
    <>
      <title>{`${title} · ${useCafe().name}`}</title>
      <header className={styles.toolbar}>
        <a href={href('/owner')}>Back to Today</a>
        <h1>{title}</h1>
        <Button className={styles.print} onClick={() => window.print()}>
          Print
        </Button>
      </header>
      <main className={styles.document}>{children}</main>
    </>
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
