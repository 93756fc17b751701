import { href, Link } from 'react-router';
import { countOf } from '#app/owner/collections/collection-view.ts';
import { timeInLondon } from '#app/owner/frame/london-time.ts';
import { hasProof } from '#app/owner/frame/require-proof.ts';
import { shopContext } from '#app/shop-context.ts';
import { Fact } from '#app/ui/kit/fact.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { ActionLink } from '#app/ui/kit/links.tsx';
import { Row, Rows } from '#app/ui/kit/rows.tsx';
import { Notice, Screen, Section } from '#app/ui/kit/screen.tsx';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords, monthAndDay, monthName } from '#domain/calendar/days.ts';
import { entryKinds } from '#domain/ledger/ledger.ts';
import {
  type Month,
  type MonthReport,
  monthInWords,
  monthOf,
  monthsAround,
  parseMonth,
  type Sums,
} from '#domain/ledger/month.ts';
import { reversedInWords } from '#domain/orders/order-text.ts';
import { monthReport } from '#server/orders/ledger.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/money';
import { AccountantFiles } from './accountant-files.tsx';
import { signed } from './balance-words.ts';
import { Download } from './download.tsx';
import { EntryCells } from './entry-cells.tsx';
import styles from './money.module.css';
import { MonthChart } from './month-chart.tsx';
import { MonthLinks } from './month-links.tsx';
import { statementFiles } from './statement-files.ts';

const PAGE = 100;

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { searchParams } = new URL(request.url);
  const report = await monthReport(shop, parseMonth(searchParams.get('month')));
  const { month, entries, total, days, weeks, vatNumber, balance, awaited, unreadable } = report;
  const last = Math.max(1, Math.ceil(entries.length / PAGE));
  const page = Math.min(Math.max(1, Math.trunc(Number(searchParams.get('page'))) || 1), last);
  const shown = entries.slice((page - 1) * PAGE, page * PAGE);
  const today = todayAt(shop);
  const now = monthOf(today);
  return {
    month,
    title: monthInWords(month),
    months: monthsAround(month, today),
    // A month may only take back what an earlier one entered.
    count: total.payments > 0 ? countOf(total.payments, 'payment') : '',
    hasVat: vatNumber !== undefined,
    figures: figuresOf(total, vatNumber, balance.fees),
    fees: balance.fees,
    bars: days.map(({ sums }) => moved(sums)),
    weeks: weeks
      .filter(({ from }) => from <= today)
      .map(({ from, to, sums }) => ({
        from,
        words: weekInWords(from, to),
        taken: signed(moved(sums).taken),
        paidBack: signed(moved(sums).paidBack),
        kept: signed(sums.kept),
      })),
    entries: groupByDay(shown),
    page,
    newer: page > 1 ? page - 1 : undefined,
    older: page < last ? page + 1 : undefined,
    awaited: month === now ? awaited.map(awaitedInWords) : [],
    unreadable,
    unreadableWords: `${countOf(unreadable.length, 'payment')} could not be read: order`,
    // Also in a month that has nothing but a payout of the one before.
    hasFile: entries.length + report.others.length > 0,
    programs: statementFiles(report),
    isProved: hasProof(context),
  };
}

function figuresOf(total: Sums, vatNumber: string | undefined, fees: number) {
  const { taken, cash, refunded, disputed, kept, vat } = total;
  return [
    ...(cash === 0
      ? []
      : [
          { name: 'By card', amount: signed(taken) },
          { name: 'At the counter', amount: signed(cash) },
        ]),
    { name: 'Taken', amount: signed(taken + cash) },
    { name: 'Refunded', amount: signed(refunded) },
    ...(disputed === 0 ? [] : [{ name: 'Disputed', amount: signed(disputed) }]),
    { name: 'Kept', amount: signed(kept), isTotal: true },
    ...(vatNumber === undefined ? [] : [{ name: 'Of which VAT', amount: signed(vat) }]),
    ...(fees === 0
      ? []
      : [
          { name: 'Stripe’s fees', amount: signed(-fees) },
          { name: 'After fees', amount: signed(kept + fees) },
        ]),
  ];
}

function groupByDay(entries: MonthReport['entries']) {
  return [...Map.groupBy(entries, ({ day }) => day)].map(([day, ofDay]) => ({
    day,
    words: dayInWords(day),
    entries: ofDay.map(({ kind, id, orderId, orderNumber, gross, at, atStripe }) => ({
      key: `${kind} ${orderId} ${id}`,
      what: entryKinds[kind].words,
      order: orderId,
      number: orderNumber,
      amount: signed(gross),
      isOut: gross < 0,
      time: timeInLondon(at),
      fee: atStripe && atStripe.fee !== 0 ? ` · fee ${signed(atStripe.fee)}` : '',
    })),
  }));
}

function awaitedInWords({ orderNumber: number, reversal }: MonthReport['awaited'][number]) {
  const what = reversal.kind === 'refund' ? 'Refund' : 'Dispute';
  return { key: reversal.id, number, words: `${what} of ${reversedInWords(reversal)}` };
}

/** By card and at the counter. */
function moved({ taken, cash, kept }: Sums) {
  return { taken: taken + cash, paidBack: taken + cash - kept };
}

/** `2–8 Nov`, or of a single day `30 Nov`: all columns fit a phone. */
function weekInWords(from: Day, to: Day): string {
  const [first, last] = [from, to].map((day) => Number(monthAndDay(day).slice(3)));
  const month = monthName(Number(from.slice(5, 7))).slice(0, 3);
  return `${first === last ? first : `${first}–${last}`} ${month}`;
}

export default function Money({ loaderData }: Route.ComponentProps) {
  const { month, title, months, count, figures, fees, bars, weeks } = loaderData;
  const { entries, page, newer, older, awaited, unreadable, unreadableWords } = loaderData;
  const { hasFile, programs, isProved, hasVat } = loaderData;
  return (
    <Screen
      title={`Money · ${title}`}
      heading="Money"
      summary={[title, count].filter(Boolean).join(' · ')}
    >
      <MonthLinks path={href('/owner/money')} {...months} />

      <p className={kit.actions}>
        <ActionLink to={`${href('/owner/money/sales')}?in=${month}`}>
          What is sold: cakes, options, days, hours
        </ActionLink>
        <ActionLink to={`${href('/owner/money/payouts')}?month=${month}`}>
          Payouts to your bank
        </ActionLink>
      </p>

      {unreadable.length > 0 && (
        <Notice kind="warning">
          {unreadableWords}{' '}
          {unreadable.map((number, place) => (
            <span key={number}>
              {place > 0 && ', '}
              <Link to={href('/owner/orders/:order', { order: number })}>{number}</Link>
            </span>
          ))}
        </Notice>
      )}

      <dl className={`tiles ${styles.figures}`}>
        {figures.map(({ name, amount, isTotal }) => (
          <Fact key={name} label={name} className={isTotal ? kit.marked : undefined}>
            {amount}
          </Fact>
        ))}
      </dl>
      <Notice kind="quiet">
        What customers paid, by the day they paid
        {fees === 0 ? ', before Stripe’s fees' : '. A fee is known some minutes after the payment'}.
      </Notice>
      {awaited.map(({ key, number, words }) => (
        <Notice key={key} kind="quiet">
          Not counted yet, because it has not gone out: {words} ·{' '}
          <Link to={href('/owner/orders/:order', { order: number })}>{number}</Link>
        </Notice>
      ))}

      {entries.length === 0 ? (
        <div className={kit.below}>
          <Notice kind="empty">No money came or went for orders in {title}.</Notice>
        </div>
      ) : (
        <Section title="Week by week">
          <MonthChart bars={bars} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: with large text it scrolls by keys. */}
          <section className={styles.scroller} aria-label="Table of weeks" tabIndex={0}>
            <table className={`${kit.table} ${styles.weeks}`}>
              <thead>
                <tr>
                  <th scope="col">Week</th>
                  <th scope="col">Taken</th>
                  <th scope="col">Paid back</th>
                  <th scope="col">Kept</th>
                </tr>
              </thead>
              <tbody>
                {weeks.map(({ from, words, taken, paidBack, kept }) => (
                  <tr key={from}>
                    <th scope="row">{words}</th>
                    <td>{taken}</td>
                    <td>{paidBack}</td>
                    <td>{kept}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
        </Section>
      )}

      {hasFile && (
        <Section title="For the accountant">
          <Download
            path={`${href('/owner/money.csv')}?month=${month}`}
            what={`the payments, fees and payouts of ${title}`}
            isProved={isProved}
            screen={`${href('/owner/money')}?month=${month}`}
          />
          {isProved && <AccountantFiles programs={programs} />}
          {!hasVat && (
            <Notice kind="quiet">
              Registered for VAT? Write your number into{' '}
              <Link to={href('/owner/words/:words', { words: 'contact' })}>
                Address and contact
              </Link>
              : then each cake and option asks for its rate.
            </Notice>
          )}
        </Section>
      )}

      {entries.length > 0 && (
        <Section title={page > 1 ? `Payments and refunds, page ${page}` : 'Payments and refunds'}>
          {entries.map((day) => (
            <div key={day.day} className={`${kit.measure} ${kit.below}`}>
              <h3>{day.words}</h3>
              <Rows>
                {day.entries.map(({ key, order, number, time, fee, ...row }) => (
                  <Row key={key} to={href('/owner/orders/:order', { order })} className="entry">
                    <EntryCells about={`${number} · ${time}${fee}`} {...row} />
                  </Row>
                ))}
              </Rows>
            </div>
          ))}
          {(newer || older) && (
            <nav className={kit.actions} aria-label="Pages">
              {newer && <ActionLink to={moneyOf(month, newer)}>Newer</ActionLink>}
              {older && <ActionLink to={moneyOf(month, older)}>Older</ActionLink>}
            </nav>
          )}
        </Section>
      )}
    </Screen>
  );
}

function moneyOf(month: Month, page = 1) {
  const search = new URLSearchParams({ month, ...(page > 1 && { page: String(page) }) });
  return { pathname: href('/owner/money'), search: search.toString() };
}
