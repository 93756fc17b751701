import { type ReactNode, useEffect, useState } from 'react';
import notices from '#app/owner/frame/flash-notice.module.css';
import { Pounds } from '#domain/pence.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';
import { leftText } from './left-prices.ts';
import { type CakeRow, pounds, readPriceRows, writePriceRows } from './price-rows.ts';
import { QuickForm, type Send } from './quick-form.tsx';

interface NoticeProps {
  done: URLSearchParams;
  rows: CakeRow[];
  send: Send;
}

/** Says what was done, with Undo for 20 seconds. */
export function Notice({ done, rows, send }: NoticeProps) {
  const [isShown, setShown] = useState(true);
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), UNDO_SECONDS * 1000);
    return () => clearTimeout(timer);
  }, []);
  const row = rows.find(({ id }) => id === done.get('cake'));
  return (
    <div className={notices.notices}>
      <div role="status">{isShown && wordsOf(done, row, send)}</div>
    </div>
  );
}

function wordsOf(done: URLSearchParams, row: CakeRow | undefined, send: Send): ReactNode {
  const left = leftText(done.get('left'));
  const note = (words: string, undo?: Record<string, string>) => (
    <div className={notices.notice}>
      {left ? `${words} ${left}` : words}
      {undo && row && (
        <QuickForm send={send} fields={{ ...undo, cake: row.id }}>
          <button type="submit" className={notices.action} data-shortcut="z" aria-keyshortcuts="z">
            Undo
          </button>
        </QuickForm>
      )}
    </div>
  );
  switch (done.get('did')) {
    case 'hide':
      return row && note(`${row.title} is hidden. Nobody can order it.`, { do: 'show' });
    case 'show':
      return row && note(`${row.title} is for sale again.`, { do: 'hide' });
    case 'prices':
      return (
        row && note(`Saved. Visitors see the new prices of ${row.title} now.`, undoPrices(done))
      );
    case 'prices-same':
      return row && note(`Nothing changed: these were the prices of ${row.title}.`);
    case 'undone-prices':
      return row && note(`Taken back. ${row.title} has its earlier prices again.`);
    case 'undo-too-late':
      return row && note(`Not taken back: somebody has changed ${row.title} since.`);
    case 'undo-not-made':
      return (
        row &&
        note(
          `Taken back, but Stripe does not answer: until it does, ${row.title} is still sold at the prices of before.`,
        )
      );
    case 'restore':
      return row && note(`${row.title} is back in the list, hidden until you put it on sale.`);
    case 'offline':
      return note('Not saved: there is no network. Try again.');
    case 'signed-out':
      return note('Not saved: you are signed out. Open Today to sign in again.');
    case 'failed':
      return note('Not saved: the shop did not answer. Try again.');
    default:
      return null;
  }
}

/** The form that takes the prices back: it has seen those that were typed. */
function undoPrices(done: URLSearchParams): Record<string, string> {
  const rows = readPriceRows((name) => done.get(name) ?? '').flatMap((row) => {
    const now = Pounds.safeParse(row.typed).data;
    return now === undefined ? [] : [{ ...row, seen: now, typed: pounds(row.seen), now }];
  });
  return { do: 'undo-prices', ...writePriceRows(rows) };
}
