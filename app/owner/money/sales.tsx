import { href, Link } from 'react-router';
import { countOf } from '#app/owner/collections/collection-view.ts';
import { hasProof } from '#app/owner/frame/require-proof.ts';
import { shopContext } from '#app/shop-context.ts';
import kit from '#app/ui/kit/kit.module.css';
import { Notice } from '#app/ui/kit/notice.tsx';
import { Screen, Section } from '#app/ui/kit/screen.tsx';
import { addMonths, monthOf } from '#domain/ledger/month.ts';
import {
  addPeriods,
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
  const { period, cakes, addOns, sizes, weekdays, total } = await salesOf(shop, asked ?? month);
  return {
    period,
    title: periodInWords(period),
    count:
      total.count === 0 ? '' : `${countOf(total.count, 'cake')} for ${formatPence(total.gross)}`,
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
    // Beside each other where there is room.
    columns: [
      [
        { title: 'Cakes', what: 'Cake', rows: cakes.map(cakeRow) },
        { title: 'Personal touches', what: 'Personal touch', rows: addOns.map(cakeRow) },
      ],
      [
        {
          title: 'Sizes',
          what: 'Size',
          rows: sizes.map(({ name, ...sold }) => rowOf(name || 'As agreed', sold)),
        },
        {
          title: 'Weekdays',
          what: 'Weekday',
          rows: weekdays.map(({ name, ...sold }) => rowOf(name, sold)),
        },
      ],
    ].map((tables) => tables.filter(({ rows }) => rows.some(({ count }) => count > 0))),
    isProved: hasProof(context),
  };
}

function cakeRow({ title, sizes, ...sold }: SoldCake) {
  const named = sizes.filter(({ name }) => name !== '' && name !== 'Box');
  return {
    ...rowOf(title, sold),
    sizes: named.map(({ name, count }) => `${count} × ${name}`).join(', '),
  };
}

function rowOf(name: string, { count, gross }: { count: number; gross: number }) {
  return { name, sizes: '', count, gross: formatPence(gross) };
}

export default function SalesScreen({ loaderData }: Route.ComponentProps) {
  const { period, title, count, periods, neighbours, columns, isProved } = loaderData;
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
          <Link
            key={each.words}
            className={kit.action}
            to={salesPath(each.period)}
            aria-current={each.period === period ? 'page' : undefined}
          >
            {each.words}
          </Link>
        ))}
      </nav>
      <nav className={kit.links} aria-label="Before and after">
        {neighbours.map(({ words, isNext, ...each }) => (
          <Link key={words} className={kit.quietLink} to={salesPath(each.period)}>
            {isNext ? `${words} ›` : `‹ ${words}`}
          </Link>
        ))}
      </nav>
      <div className={styles.about}>
        <Notice kind="quiet">
          Paid orders, by the day on which they are collected, also days to come. What was cancelled
          or paid back in full is left out; smaller refunds are not taken off. Sizes and weekdays
          count cakes alone.
        </Notice>
        {isEmpty && (
          <Notice kind="empty">Nothing is sold for {title}, as far as orders are paid.</Notice>
        )}
      </div>
      <div className={styles.tables}>
        {columns.map((tables, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place.
          <div key={column}>
            {tables.map((table) => (
              <Section key={table.title} title={table.title}>
                <SalesTable {...table} />
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

/** A bar beside each count, as a part of the largest. */
function SalesTable({ title, what, rows }: Table) {
  const most = Math.max(1, ...rows.map(({ count }) => count));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: with large text it scrolls by keys.
    <section className={money.scroller} aria-label={`Table of ${title}`} tabIndex={0}>
      <table className={styles.sales} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{what}</th>
            <th scope="col">Sold</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, sizes, count, gross }) => (
            <tr key={name}>
              <th scope="row">
                {name}
                {sizes && <span className={kit.quiet}> {sizes}</span>}
                <svg
                  className={styles.bar}
                  viewBox={`0 0 ${most} 1`}
                  preserveAspectRatio="none"
                  aria-hidden="true"
                >
                  <rect className={styles.part} width={count} height="1" />
                </svg>
              </th>
              <td>{count}</td>
              <td>{gross}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
