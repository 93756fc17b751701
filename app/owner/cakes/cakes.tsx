import { type FormEvent, useState } from 'react';
import { href, Link } from 'react-router';
import { shopContext } from '#app/shop-context.ts';
import { Field } from '#app/ui/kit/field.tsx';
import { Action, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { ActionLink, QuietLink } from '#app/ui/kit/links.tsx';
import { Notice, Screen } from '#app/ui/kit/screen.tsx';
import { Photo } from '#app/ui/photo.tsx';
import { VisuallyHidden } from '#app/ui/text.tsx';
import { foldText } from '#domain/fold-text.ts';
import { formatPence } from '#domain/money.ts';
import type { Route } from './+types/cakes';
import { type CakeRow, type OptionOfRow, rowOf } from './cake-row.ts';
import styles from './cakes.module.css';
import { MoveButtons, useMoves } from './move-buttons.tsx';
import { SaleSwitch } from './sale.tsx';
import { SORTED_CAKES } from './words.ts';

/** A title is at most this long. */
const LONGEST_FIND = 200;

export async function loader({ context, request }: Route.LoaderArgs) {
  const { allCategories, entries } = (await context.get(shopContext).content()).catalogue;
  const { searchParams } = new URL(request.url);
  const kept = entries.filter(({ archived }) => !archived);
  return {
    isSorting: searchParams.has('sort'),
    find: (searchParams.get('find') ?? '').slice(0, LONGEST_FIND),
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
  const { groups, archived, isSorting } = loaderData;
  const [find, setFind] = useState(loaderData.find);
  const isFinding = find.trim() !== '' && !isSorting;
  const shown = isFinding ? findIn(groups, find) : groups;
  return (
    <Screen title="Cakes">
      {isSorting ? (
        <p className={kit.actions}>
          <ActionLink to={href('/owner/cakes')}>Done</ActionLink>
        </p>
      ) : (
        <Links />
      )}
      {!isSorting && (
        <FindForm
          find={loaderData.find}
          found={isFinding ? (shown[0]?.rows.length ?? 0) : undefined}
          onFind={setFind}
        />
      )}
      {shown.map((group) => (
        // What is found is open.
        <Group key={`${group.list} ${isFinding}`} {...group} isSorting={isSorting} />
      ))}
      {archived.length > 0 && !isFinding && (
        <details className={`${kit.more} ${kit.section}`}>
          <summary>Archived: {archived.length}</summary>
          <ul className={kit.rows}>
            {archived.map(({ id, title }) => (
              <li key={id} className={kit.actionRow}>
                <Link to={href('/owner/cakes/:cake', { cake: id })}>{title}</Link>
                <Action
                  to={href('/owner/cakes/:cake/sale', { cake: id })}
                  fields={{ state: 'hidden' }}
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

function Links() {
  return (
    <>
      <p className={kit.actions}>
        <ActionLink to={href('/owner/prices')}>Prices</ActionLink>
        <ActionLink to={href('/owner/cakes/new')}>New cake</ActionLink>
      </p>
      <p className={kit.links}>
        <QuietLink to={`${href('/owner/cakes/new')}?kind=touch`}>New personal touch</QuietLink>
        <QuietLink to={href('/owner/categories')}>Categories</QuietLink>
        <QuietLink to={SORTED_CAKES}>Sort the list</QuietLink>
      </p>
    </>
  );
}

type CakeGroup = Omit<Route.ComponentProps['loaderData']['groups'][number], 'rows'> & {
  rows: ShownRow[];
};

/** With the options by which it was found. */
type ShownRow = CakeRow & { found?: OptionOfRow[] };

/** The cakes that have all words in their title, or in an option. One of several categories is found once. */
function findIn(groups: CakeGroup[], find: string): CakeGroup[] {
  const words = foldText(find).split(' ');
  const has = (text: string) => {
    const folded = foldText(text);
    return words.every((word) => folded.includes(word));
  };
  const found = groups
    .flatMap(({ rows }) => rows)
    .map((row) => ({
      ...row,
      found: row.options.filter(({ name, choices }) => has(`${name} ${choices}`)),
    }))
    .filter((row) => has(row.title) || row.found.length > 0);
  const rows = [...new Map(found.map((row) => [row.id, row])).values()];
  return rows.length === 0 ? [] : [{ list: 'found', title: 'Found', rows }];
}

interface FindFormProps {
  /** From the address, without scripts. */
  find: string;
  /** How many cakes; undefined if nothing is typed. */
  found: number | undefined;
  onFind(find: string): void;
}

function FindForm({ find, found, onFind }: FindFormProps) {
  return (
    <search>
      <form
        method="get"
        className={`lines ${kit.below}`}
        // The list follows what is typed.
        onSubmit={(event) => event.preventDefault()}
      >
        <Field
          type="search"
          name="find"
          label="Find by name"
          defaultValue={find}
          maxLength={LONGEST_FIND}
          onInput={({ currentTarget }: FormEvent<HTMLInputElement>) => onFind(currentTarget.value)}
        />
        <noscript>
          <Submit>Find</Submit>
        </noscript>
        <p role="status" className={kit.quiet}>
          {found === 0 && 'No cake or option has this in its name.'}
          {found !== undefined && found > 0 && <VisuallyHidden>{found} found.</VisuallyHidden>}
        </p>
      </form>
    </search>
  );
}

const placePath = (cake: string) => href('/owner/cakes/:cake/place', { cake });

interface GroupProps extends CakeGroup {
  isSorting: boolean;
}

/** A category. It folds. */
function Group({ list, title, rows, isSorting }: GroupProps) {
  const moves = useMoves(placePath, list);
  const heading = `of-${list}`;
  return (
    <section className={kit.below} aria-labelledby={heading}>
      <details className={`${kit.more} ${styles.group}`} open>
        <summary>
          <h2 id={heading}>{title}</h2> <span className={kit.quiet}>{rows.length}</span>
        </summary>
        {rows.length === 0 && <Notice kind="empty">Nothing here yet.</Notice>}
        {moves.problem}
        <ul className={kit.rows}>
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
                <Photo file={row.img} sizes="4rem" alt="" className={`thumbnail ${styles.photo}`} />
                <div>
                  <p className={styles.name}>
                    <Link to={href('/owner/cakes/:cake', { cake: row.id })}>{row.title}</Link>
                  </p>
                  {!isSorting && <PricesOf row={row} />}
                  {row.found?.map(({ id: option, name }) => (
                    <p key={option}>
                      <QuietLink
                        to={href('/owner/cakes/:cake/options/:option', { cake: row.id, option })}
                      >
                        Option: {name}
                      </QuietLink>
                    </p>
                  ))}
                </div>
                {isSorting ? (
                  <MoveButtons moves={moves} rows={rows} place={place} anchor={anchor} />
                ) : (
                  <SaleSwitch row={row} anchor={anchor} />
                )}
              </li>
            );
          })}
        </ul>
      </details>
    </section>
  );
}

function PricesOf({ row: { id, title, sizes } }: { row: CakeRow }) {
  const unpriced = sizes.filter(({ isPriced }) => !isPriced).map(({ name }) => name);
  return (
    <>
      <p>
        <Link
          to={`${href('/owner/prices')}#${id}`}
          className={`cluster ${kit.quiet} ${styles.prices}`}
        >
          {sizes.map(({ id: size, name, price }) => (
            <span key={size}>
              {name} <strong>{formatPence(price)}</strong>{' '}
            </span>
          ))}
          <VisuallyHidden>: change the prices of {title}</VisuallyHidden>
        </Link>
      </p>
      {unpriced.length > 0 && (
        <p className="problem">
          {unpriced.join(', ')} cannot be ordered yet: Stripe does not have the price. It follows by
          itself within minutes.
        </p>
      )}
    </>
  );
}
