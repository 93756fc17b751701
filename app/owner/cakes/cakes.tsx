import { href, Link } from 'react-router';
import { ScreenTitle } from '#app/owner/frame/screen-title.tsx';
import { shopContext } from '#app/shop-context.ts';
import screen from '#app/ui/kit/kit.module.css';
import { Photo } from '#app/ui/photo.tsx';
import { VisuallyHidden } from '#app/ui/text.tsx';
import type { Route } from './+types/cakes';
import styles from './cakes.module.css';
import { MoveButtons, useMoves } from './move-buttons.tsx';
import { Notice } from './notice.tsx';
import { type CakeRow, rowOf } from './price-rows.ts';
import { Prices } from './prices.tsx';
import { QuickForm, type Send, useQuickChanges } from './quick-form.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { allCategories, entries } = (await shop.content()).catalogue;
  const kept = entries.filter(({ archived }) => !archived);
  const { searchParams } = new URL(request.url);
  return {
    search: `${searchParams}`,
    /** The button of a form without scripts. */
    focus: searchParams.get('focus') ?? '',
    groups: [
      ...allCategories.map(({ slug, title }) => ({
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
        <Link className={screen.action} to={href('/owner/categories')}>
          Categories
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
  const moves = useMoves({ do: 'place', list }, send);
  return (
    <ul className={styles.rows}>
      {rows.map((row, place) => (
        <li
          key={row.id}
          id={`${list}-${row.id}`}
          className={styles.row}
          data-hidden={row.hidden || undefined}
          {...moves.rowProps(row.id)}
        >
          <Photo file={row.img} sizes="4rem" alt="" className={styles.photo} />
          <p className={styles.name}>
            <Link to={href('/owner/cakes/:cake', { cake: row.id })}>{row.title}</Link>
          </p>
          <ForSale list={list} row={row} send={send} focus={focus} />
          <Prices list={list} row={row} done={done} send={send} />
          <MoveButtons moves={moves} rows={rows} place={place} focus={focus} />
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
