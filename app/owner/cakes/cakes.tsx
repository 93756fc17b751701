import { href, Link } from 'react-router';
import { shopContext } from '#app/shop-context.ts';
import { Action } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Notice } from '#app/ui/kit/notice.tsx';
import { Screen, Section } from '#app/ui/kit/screen.tsx';
import { Photo } from '#app/ui/photo.tsx';
import { VisuallyHidden } from '#app/ui/text.tsx';
import type { Route } from './+types/cakes';
import { type CakeRow, rowOf } from './cake-row.ts';
import styles from './cakes.module.css';
import { MoveButtons, useMoves } from './move-buttons.tsx';
import { FoldedPrices } from './prices.tsx';
import { SaleSwitch } from './sale.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const { allCategories, entries } = (await context.get(shopContext).content()).catalogue;
  const kept = entries.filter(({ archived }) => !archived);
  return {
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

export default function Cakes({ loaderData: { groups, archived } }: Route.ComponentProps) {
  return (
    <Screen title="Cakes">
      <p className={kit.actions}>
        <Link className={kit.action} to={href('/owner/cakes/new')}>
          New cake
        </Link>
        <Link className={kit.action} to={`${href('/owner/cakes/new')}?kind=touch`}>
          New personal touch
        </Link>
        <Link className={kit.action} to={href('/owner/categories')}>
          Categories
        </Link>
      </p>
      {groups.map(({ list, title, rows }) => (
        <Section key={list} title={title}>
          {rows.length === 0 ? (
            <Notice kind="empty">Nothing here yet.</Notice>
          ) : (
            <CakeRows list={list} rows={rows} />
          )}
        </Section>
      ))}
      {archived.length > 0 && (
        <details className={`${kit.more} ${styles.archive}`}>
          <summary>Archived: {archived.length}</summary>
          <ul className={kit.rows}>
            {archived.map(({ id, title }) => (
              <li key={id} className={styles.archived}>
                <Link to={href('/owner/cakes/:cake', { cake: id })}>{title}</Link>
                <Action
                  to={href('/owner/cakes/:cake/sale', { cake: id })}
                  fields={{ state: 'hidden', back: href('/owner/cakes') }}
                  look="quiet"
                >
                  Bring back<VisuallyHidden>: {title}</VisuallyHidden>
                </Action>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Screen>
  );
}

const placePath = (cake: string) => href('/owner/cakes/:cake/place', { cake });

function CakeRows({ list, rows }: { list: string; rows: CakeRow[] }) {
  const moves = useMoves(placePath, list);
  return (
    <>
      {moves.problem}
      <ul className={styles.rows}>
        {rows.map((row, place) => {
          const anchor = `${list}-${row.id}`;
          return (
            <li
              key={row.id}
              id={anchor}
              className={styles.row}
              data-hidden={row.hidden || undefined}
              {...moves.rowProps(row.id)}
            >
              <Photo file={row.img} sizes="4rem" alt="" className={styles.photo} />
              <p className={styles.name}>
                <Link to={href('/owner/cakes/:cake', { cake: row.id })}>{row.title}</Link>
              </p>
              <SaleSwitch row={row} anchor={anchor} />
              <FoldedPrices row={row} anchor={anchor} />
              <MoveButtons moves={moves} rows={rows} place={place} anchor={anchor} />
            </li>
          );
        })}
      </ul>
    </>
  );
}
