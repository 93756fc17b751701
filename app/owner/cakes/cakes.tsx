import { type ReactNode, useEffect, useState } from 'react';
import { href, Link } from 'react-router';
import screen from '#app/owner/screen.module.css';
import { ScreenTitle } from '#app/owner/screen-title.tsx';
import notices from '#app/owner/ticks/tick-notice.module.css';
import { shopContext } from '#app/shop-context.ts';
import { Photo } from '#app/ui/photo.tsx';
import { VisuallyHidden, WithScripts } from '#app/ui/text.tsx';
import { Pounds } from '#domain/pence.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';
import type { Route } from './+types/cakes';
import styles from './cakes.module.css';
import { leftText } from './left-prices.ts';
import { type CakeRow, pounds, readPriceRows, rowOf, writePriceRows } from './price-rows.ts';
import { Prices } from './prices.tsx';
import { QuickForm, type Send, useQuickChanges } from './quick-form.tsx';
import { useDrag } from './use-drag.ts';

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { categories, entries } = (await shop.content()).catalogue;
  const kept = entries.filter(({ archived }) => !archived);
  const { searchParams } = new URL(request.url);
  return {
    search: `${searchParams}`,
    /** The button of a form without scripts. */
    focus: searchParams.get('focus') ?? '',
    groups: [
      ...categories.map(({ slug, title }) => ({
        list: slug,
        title,
        rows: kept.filter(({ cake }) => cake.category.includes(slug)).map(rowOf),
      })),
      {
        list: '',
        title: 'Personal touches',
        rows: kept.filter(({ cake }) => cake.kind === 'personal-touch').map(rowOf),
      },
    ],
    archived: entries.filter(({ archived }) => archived).map(rowOf),
  };
}

export default function Cakes({ loaderData }: Route.ComponentProps) {
  const { groups, archived, search, focus } = loaderData;
  const { done, count, send } = useQuickChanges(search);
  const rows = [...groups.flatMap((group) => group.rows), ...archived];
  return (
    <>
      <ScreenTitle title="Cakes" />
      <h1 className={screen.title}>Cakes</h1>
      <p className={screen.actions}>
        <Link className={screen.action} to={href('/owner/cakes/new')}>
          New cake
        </Link>
        <Link className={screen.action} to={`${href('/owner/cakes/new')}?kind=touch`}>
          New personal touch
        </Link>
      </p>
      {groups.map(({ list, title, rows }) => (
        <section key={list} className={screen.section} aria-labelledby={`list-${list}`}>
          <h2 id={`list-${list}`}>{title}</h2>
          {rows.length === 0 ? (
            <p className={screen.empty}>Nothing here yet.</p>
          ) : (
            <CakeRows list={list} rows={rows} done={done} send={send} focus={focus} />
          )}
        </section>
      ))}
      {archived.length > 0 && (
        <details className={`${screen.more} ${styles.archive}`}>
          <summary>Archived: {archived.length}</summary>
          <ul className={screen.rows}>
            {archived.map((row) => (
              <li key={row.id} className={styles.archived}>
                <Link to={href('/owner/cakes/:cake', { cake: row.id })}>{row.title}</Link>
                <QuickForm send={send} fields={{ do: 'restore', cake: row.id }}>
                  <button type="submit" className={screen.quietButton}>
                    Bring back<VisuallyHidden>: {row.title}</VisuallyHidden>
                  </button>
                </QuickForm>
              </li>
            ))}
          </ul>
        </details>
      )}
      {/* Another change is another notice. */}
      <Notice key={count} done={done} rows={rows} send={send} />
    </>
  );
}

interface CakeRowsProps {
  list: string;
  rows: CakeRow[];
  done: URLSearchParams;
  send: Send;
  focus: string;
}

function CakeRows({ list, rows, done, send, focus }: CakeRowsProps) {
  const { drag, handleOf } = useDrag((id, before = '') => {
    const fields = new FormData();
    for (const [name, value] of Object.entries({ do: 'place', cake: id, list, before })) {
      fields.set(name, value);
    }
    void send(fields);
  });
  return (
    <ul className={styles.rows}>
      {rows.map((row, place) => (
        <li
          key={row.id}
          id={`${list}-${row.id}`}
          className={styles.row}
          data-id={row.id}
          data-hidden={row.hidden || undefined}
          data-dragged={drag?.id === row.id || undefined}
          data-drop={(drag && drag.id !== row.id && drag.before === row.id) || undefined}
        >
          <Photo file={row.img} sizes="4rem" alt="" className={styles.photo} />
          <p className={styles.name}>
            <Link to={href('/owner/cakes/:cake', { cake: row.id })}>{row.title}</Link>
          </p>
          <ForSale list={list} row={row} send={send} focus={focus} />
          <Prices list={list} row={row} done={done} send={send} />
          <div className={styles.order}>
            <WithScripts>
              <span className={styles.handle} aria-hidden="true" {...handleOf(row.id)}>
                ⠿
              </span>
            </WithScripts>
            <Move
              list={list}
              row={row}
              send={send}
              focus={focus}
              way="up"
              before={rows[place - 1]?.id}
            />
            <Move
              list={list}
              row={row}
              send={send}
              focus={focus}
              way="down"
              before={place === rows.length - 1 ? undefined : (rows[place + 2]?.id ?? '')}
            />
          </div>
        </li>
      ))}
    </ul>
  );
}

interface PartProps {
  list: string;
  row: CakeRow;
  send: Send;
}

function ForSale({ list, row, send, focus }: PartProps & { focus: string }) {
  const id = `for-sale-${list}-${row.id}`;
  return (
    <QuickForm
      send={send}
      className={styles.forSale}
      fields={{
        do: row.hidden ? 'show' : 'hide',
        cake: row.id,
        row: `${list}-${row.id}`,
      }}
      focus={id}
    >
      <button
        type="submit"
        id={id}
        role="switch"
        aria-checked={!row.hidden}
        aria-label={`For sale: ${row.title}`}
        className={styles.switch}
        // biome-ignore lint/a11y/noAutofocus: it is where a form without scripts was sent from.
        autoFocus={focus === id}
      >
        <span className={styles.track} />
        {row.hidden ? 'Hidden' : 'For sale'}
      </button>
    </QuickForm>
  );
}

interface MoveProps extends PartProps {
  way: 'up' | 'down';
  /** The cake before which it moves, empty for the end; undefined at the edge. */
  before: string | undefined;
  focus: string;
}

function Move({ list, row, send, way, before, focus }: MoveProps) {
  const id = `${way}-${list}-${row.id}`;
  return (
    <QuickForm
      send={send}
      fields={{ do: 'place', cake: row.id, list, before: before ?? '' }}
      focus={id}
    >
      <button
        type={before === undefined ? 'button' : 'submit'}
        id={id}
        className={styles.move}
        aria-disabled={before === undefined}
        // biome-ignore lint/a11y/noAutofocus: it is where a form without scripts was sent from.
        autoFocus={focus === id}
      >
        <span aria-hidden="true">{way === 'up' ? '↑' : '↓'}</span>
        <VisuallyHidden>
          Move {row.title} {way}
        </VisuallyHidden>
      </button>
    </QuickForm>
  );
}

interface NoticeProps {
  done: URLSearchParams;
  rows: CakeRow[];
  send: Send;
}

/** Says what was done, with Undo for 20 seconds. */
function Notice({ done, rows, send }: NoticeProps) {
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
          `Not taken back: Stripe does not answer. ${row.title} keeps its new prices. Try again in a minute.`,
          undoPrices(done),
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
