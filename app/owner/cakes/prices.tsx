import { useEffect, useRef, useState } from 'react';
import { Problem } from '#app/ui/kit/field.tsx';
import screen from '#app/ui/kit/kit.module.css';
import { VisuallyHidden } from '#app/ui/text.tsx';
import { formatPence } from '#domain/money.ts';
import { Pounds } from '#domain/pence.ts';
import styles from './cakes.module.css';
import { type CakeRow, type PriceRow, pounds, readPriceRows } from './price-rows.ts';
import { QuickForm, type Send } from './quick-form.tsx';

interface PricesProps {
  list: string;
  row: CakeRow;
  send: Send;
  /** What the last change has done. */
  done: URLSearchParams;
}

/** Only an answer to this form replaces what is typed in it: changes of other cakes keep it. */
export function Prices({ list, row, done, send }: PricesProps) {
  const [answer, setAnswer] = useState(() => {
    const isIts = done.get('cake') === row.id && done.get('list') === list;
    return readAnswer(isIts ? done : new URLSearchParams(), 0);
  });
  const onDone = (own: URLSearchParams) => {
    // Otherwise nothing is known, such as without a network.
    if (!own.get('did')?.startsWith('prices')) return;
    setAnswer(({ count }) => readAnswer(own, count + 1));
  };
  const sendPrices: Send = (fields) => send(fields, undefined, onDone);
  return <PriceList key={answer.count} list={list} row={row} send={sendPrices} answer={answer} />;
}

/** What a save has done, and the form as it was sent. */
interface Answer {
  did: string;
  rows: PriceRow[];
  /** How many there have been since the page was loaded. */
  count: number;
}

function readAnswer(done: URLSearchParams, count: number): Answer {
  const rows = readPriceRows((name) => done.get(name) ?? '');
  return { did: done.get('did') ?? '', rows, count };
}

const PROBLEMS: Record<string, string> = {
  'prices-unreadable': 'Not saved yet. Look at what is marked.',
  'prices-changed':
    'Not saved: somebody else has just changed these prices. Look at them, then save again.',
  'prices-not-made':
    'Saved, but Stripe does not answer: until it does, they are still sold at the earlier prices.',
};

interface PriceListProps extends Pick<PricesProps, 'list' | 'row' | 'send'> {
  answer: Answer;
}

/** Folded: most days no price changes. */
function PriceList({ list, row, send, answer }: PriceListProps) {
  const id = `prices-${list}-${row.id}`;
  const problem = PROBLEMS[answer.did];
  const details = useRef<HTMLDetailsElement>(null);
  const [opened] = useState(row.sizes);
  // A live update replaces the prices in the form only while nothing is typed.
  const [kept, setKept] = useState(problem ? answer.rows : undefined);
  const rows = kept ?? row.sizes.map(unchanged);

  useEffect(() => {
    // Typed before hydration.
    const inputs = [...(details.current?.querySelectorAll('input') ?? [])];
    if (inputs.some(({ value, defaultValue }) => value !== defaultValue)) {
      setKept((before) => before ?? opened.map(unchanged));
    }
  }, [opened]);

  useEffect(() => {
    // The answer has replaced the button that had the focus.
    if (answer.count === 0) return;
    const marked = details.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const next = problem ? marked : details.current?.querySelector('summary');
    (next ?? details.current?.querySelector('button'))?.focus();
  }, [answer, problem]);

  const unpriced = row.sizes.filter((size) => !size.isPriced);
  return (
    <details ref={details} className={styles.prices} open={problem ? true : undefined}>
      <summary>
        {row.sizes.map(({ id: size, name, price }) => (
          <span key={size}>
            {name} <strong>{formatPence(price)}</strong>
          </span>
        ))}
        <VisuallyHidden>, change the prices of {row.title}</VisuallyHidden>
      </summary>
      <QuickForm
        send={send}
        className={styles.priceForm}
        fields={{ do: 'prices', cake: row.id, list, row: `${list}-${row.id}` }}
        onChange={() => setKept(rows)}
      >
        <Problem text={problem} />
        {rows.map((each, index) => {
          const size = row.sizes.find((one) => one.id === each.size);
          const before = opened.find((one) => one.id === each.size);
          // Changed by somebody else while something is typed here.
          const isNews = size && size.price !== before?.price && size.price !== each.now;
          const note = isNews ? `It is ${formatPence(size.price)} now.` : noteOn(each, answer.did);
          return (
            <div key={each.size} className={styles.price}>
              <input type="hidden" name={`size-${index}`} value={each.size} />
              <input type="hidden" name={`seen-${index}`} value={each.now} />
              <label htmlFor={`${id}-${index}`}>{size?.name}</label>
              <span className={styles.pounds}>
                <span aria-hidden="true">£</span>
                <input
                  // Another price is another field.
                  key={each.typed}
                  id={`${id}-${index}`}
                  name={`price-${index}`}
                  inputMode="decimal"
                  autoComplete="off"
                  defaultValue={each.typed}
                  aria-invalid={note !== undefined}
                  aria-describedby={note && `${id}-${index}-problem`}
                />
              </span>
              <Problem id={`${id}-${index}-problem`} text={note} />
            </div>
          );
        })}
        {unpriced.length > 0 && (
          <p className={screen.problem}>
            {unpriced.map(({ name }) => name).join(', ')} cannot be ordered yet: Stripe does not
            know the price. Press Save.
          </p>
        )}
        <button type="submit" className={screen.action}>
          Save<VisuallyHidden> the prices of {row.title}</VisuallyHidden>
        </button>
      </QuickForm>
    </details>
  );
}

function unchanged({ id, price }: CakeRow['sizes'][number]): PriceRow {
  return { size: id, seen: price, typed: pounds(price), now: price };
}

function noteOn({ seen, typed, now }: PriceRow, did: string): string | undefined {
  const price = formatPence(now);
  if (did === 'prices-unreadable' && !Pounds.safeParse(typed).success) {
    return `Write pounds, such as 52 or 52.50. It is still ${price}.`;
  }
  if (did !== 'prices-changed' || seen === now) return undefined;
  const news = `Somebody else has just made it ${price}.`;
  return typed === pounds(now) ? news : `${news} Save again if yours is right.`;
}
