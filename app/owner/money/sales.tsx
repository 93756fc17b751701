import { href } from 'react-router';
import { countOf } from '#app/owner/collections/collection-view.ts';
import { hasProof } from '#app/owner/frame/require-proof.ts';
import { shopContext } from '#app/shop-context.ts';
import kit from '#app/ui/kit/kit.module.css';
import { ActionLink, QuietLink } from '#app/ui/kit/links.tsx';
import { Notice, Screen, Section } from '#app/ui/kit/screen.tsx';
import { addMonths, monthOf } from '#domain/ledger/month.ts';
import {
  addPeriods,
  aYearBefore,
  type NamedSold,
  type Period,
  parsePeriod,
  periodInWords,
  type SoldCake,
} from '#domain/ledger/sales.ts';
import { formatPence } from '#domain/money.ts';
import { salesOf } from '#server/orders/sales.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/sales';
import { Download } from './download.tsx';
import money from './money.module.css';
import styles from './sales.module.css';

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const month = monthOf(todayAt(shop));
  const year = month.slice(0, 4);
  const asked = parsePeriod(new URL(request.url).searchParams.get('in'));
  const sales = await salesOf(shop, asked ?? month);
  const { period, total } = sales;
  const title = periodInWords(period);
  // Beside each other where there is room.
  const columns = [
    [
      { title: 'Months', what: 'Month', rows: sales.months.map(rowOf) },
      { title: 'Cakes', what: 'Cake', rows: sales.cakes.map(cakeRow) },
      { title: 'Options', what: 'Option', rows: sales.options.map(rowOf) },
      { title: 'Personal touches', what: 'Personal touch', rows: sales.addOns.map(cakeRow) },
    ],
    [
      {
        title: 'Sizes',
        what: 'Size',
        rows: sales.sizes.map(({ name, ...sold }) => rowOf({ name: name || 'As agreed', ...sold })),
      },
      { title: 'Weekdays', what: 'Collected on', rows: sales.weekdays.map(rowOf) },
      { title: 'Collection times', what: 'Collected at', rows: sales.collected.map(rowOf) },
      { title: 'Hours of ordering', what: 'Ordered at', rows: sales.ordered.map(rowOf) },
    ],
  ].map((tables) => tables.filter(({ rows }) => rows.some(isSold)));
  const hasBefore = columns.flat().some(({ rows }) => rows.some(({ before }) => before.count > 0));
  return {
    period,
    title,
    count:
      total.count === 0 ? '' : `${countOf(total.count, 'cake')} for ${formatPence(total.gross)}`,
    shown: [period, ...(hasBefore ? [aYearBefore(period)] : [])].map(inFewWords),
    periods: [
      { period: month, words: 'This month' },
      { period: addMonths(month, -1), words: 'Last month' },
      { period: year, words: 'This year' },
      { period: addPeriods(year, -1), words: 'Last year' },
    ],
    neighbours: [-1, 1].map((steps) => {
      const other = addPeriods(period, steps);
      return { period: other, words: periodInWords(other), isNext: steps > 0 };
    }),
    columns,
    isProved: hasProof(context),
  };
}

/** `Nov 2026`, or `2026`: both columns fit a phone. */
function inFewWords(period: Period): string {
  const [month = '', year = month] = periodInWords(period).split(' ');
  return month === year ? year : `${month.slice(0, 3)} ${year}`;
}

function cakeRow({ title, sizes, ...sold }: SoldCake) {
  const named = sizes.filter(({ name, count }) => name !== '' && name !== 'Box' && count > 0);
  return {
    ...rowOf({ name: title, ...sold }),
    sizes: named.map(({ name, count }) => `${count} × ${name}`).join(', '),
  };
}

function rowOf({ name, count, gross, before }: NamedSold) {
  return {
    name,
    sizes: '',
    now: { count, gross: grossInWords(gross) },
    before: { count: before.count, gross: grossInWords(before.gross) },
  };
}

/** Nothing where nothing was sold, so that what was is found. */
function grossInWords(gross: number): string {
  return gross === 0 ? '' : formatPence(gross);
}

function isSold({ now, before }: ReturnType<typeof rowOf>): boolean {
  return now.count > 0 || before.count > 0;
}

export default function SalesScreen({ loaderData }: Route.ComponentProps) {
  const { period, title, count, shown, periods, neighbours, columns, isProved } = loaderData;
  const isEmpty = columns.flat().length === 0;
  return (
    <Screen
      title={`What is sold · ${title}`}
      heading="What is sold"
      above={{ path: href('/owner/money'), title: 'Money' }}
      summary={[title, count].filter(Boolean).join(' · ')}
    >
      <nav className={kit.actions} aria-label="Months and years">
        {periods.map((each) => (
          <ActionLink
            key={each.words}
            to={salesPath(each.period)}
            aria-current={each.period === period ? 'page' : undefined}
          >
            {each.words}
          </ActionLink>
        ))}
      </nav>
      <nav className={kit.links} aria-label="Before and after">
        {neighbours.map(({ words, isNext, ...each }) => (
          <QuietLink key={words} to={salesPath(each.period)}>
            {isNext ? `${words} ›` : `‹ ${words}`}
          </QuietLink>
        ))}
      </nav>
      <div className={kit.below}>
        <Notice kind="quiet">
          Paid orders, by the day on which they are collected, also days to come. What was cancelled
          or paid back in full is left out; smaller refunds are not taken off. Options are at their
          list prices. Sizes, days and hours count cakes alone.
        </Notice>
        {isEmpty && <Notice kind="empty">No paid orders for {title}.</Notice>}
      </div>
      <div className={styles.tables}>
        {columns.map((tables, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
          <div key={column}>
            {tables.map((table) => (
              <Section key={table.title} title={table.title}>
                <SalesTable {...table} periods={shown} />
              </Section>
            ))}
          </div>
        ))}
      </div>
      {!isEmpty && (
        <Section title="For a spreadsheet">
          <Download
            path={`${href('/owner/money/sales.csv')}?in=${period}`}
            what={`what is sold in ${title}`}
            isProved={isProved}
            screen={salesPath(period)}
          />
        </Section>
      )}
    </Screen>
  );
}

function salesPath(period: Period): string {
  return `${href('/owner/money/sales')}?in=${period}`;
}

type Table = Route.ComponentProps['loaderData']['columns'][number][number];

interface SalesTableProps extends Table {
  /** The period, and the one of the year before if something was sold then. */
  periods: string[];
}

/** Below each name a bar for each period, as a part of the largest. */
function SalesTable({ title, what, rows, periods }: SalesTableProps) {
  const most = Math.max(1, ...rows.flatMap(({ now, before }) => [now.count, before.count]));
  const height = periods.length * 2 - 1;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: with large text it scrolls by keys.
    <section className={money.scroller} aria-label={`Table of ${title}`} tabIndex={0}>
      <table className={`${kit.table} ${styles.sales}`} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{what}</th>
            {periods.map((period) => (
              <th key={period} scope="col">
                {period}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, sizes, now, before }) => {
            const shown = [now, before].slice(0, periods.length);
            return (
              <tr key={name}>
                <th scope="row">
                  {name}
                  {sizes && <span className={kit.quiet}> {sizes}</span>}
                  <svg
                    className={styles.bars}
                    viewBox={`0 0 ${most} ${height}`}
                    preserveAspectRatio="none"
                    aria-hidden="true"
                  >
                    {shown.map(({ count }, place) => (
                      <rect
                        // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its period.
                        key={place}
                        className={place === 0 ? money.in : money.back}
                        y={place * 2}
                        width={count}
                        height="1"
                      />
                    ))}
                  </svg>
                </th>
                {shown.map(({ count, gross }, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its period.
                  <td key={place}>
                    {count}
                    <br />
                    <span className={kit.quiet}>{gross}</span>
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
