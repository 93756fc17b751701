import { href } from 'react-router';
import { countOf } from '#app/owner/collections/collection-view.ts';
import { shopContext } from '#app/shop-context.ts';
import { Fact } from '#app/ui/kit/fact.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Row, Rows } from '#app/ui/kit/rows.tsx';
import { Notice, Screen, Section } from '#app/ui/kit/screen.tsx';
import { dayInWords } from '#domain/calendar/days.ts';
import { monthInWords, monthOf, monthsAround, parseMonth } from '#domain/ledger/month.ts';
import { monthReport } from '#server/orders/ledger.ts';
import { payoutsOf } from '#server/orders/payouts.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/payouts';
import { BalanceSum } from './balance-sum.tsx';
import { balanceLines, payoutInWords, signed } from './balance-words.ts';
import { EntryCells } from './entry-cells.tsx';
import styles from './money.module.css';
import { MonthLinks } from './month-links.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const today = todayAt(shop);
  const month = parseMonth(new URL(request.url).searchParams.get('month')) ?? monthOf(today);
  const payouts = await payoutsOf(shop, month);
  const { balance } = await monthReport(shop, month);
  const arrived = payouts.filter(({ state }) => state === 'arrived');
  return {
    month,
    title: monthInWords(month),
    months: monthsAround(month, today),
    count: payouts.length > 0 ? countOf(payouts.length, 'payout') : '',
    payouts: payouts.map((payout) => ({
      id: payout.id,
      what: dayInWords(payout.arrives, 'short'),
      about: payoutInWords(payout),
      amount: signed(payout.amount),
      isOut: payout.amount < 0,
    })),
    arrived: signed(arrived.reduce((sum, { amount }) => sum + amount, 0)),
    balance: [
      { name: 'Held at the start', amount: signed(balance.start) },
      ...balanceLines(balance, 'Sent to your bank'),
    ],
    end: {
      name: month === monthOf(today) ? 'Held now' : 'Held at the end',
      amount: signed(balance.end),
    },
  };
}

export default function Payouts({ loaderData }: Route.ComponentProps) {
  const { month, title, months, count, payouts, arrived, balance, end } = loaderData;
  return (
    <Screen
      title={`Payouts · ${title}`}
      heading="Payouts"
      above={{ path: `${href('/owner/money')}?month=${month}`, title: 'Money' }}
      summary={[title, count].filter(Boolean).join(' · ')}
    >
      <MonthLinks path={href('/owner/money/payouts')} {...months} />
      <div className={kit.below}>
        <Notice kind="quiet">What Stripe sends to your bank, by the day of your statement.</Notice>
      </div>
      {payouts.length === 0 ? (
        <div className={kit.below}>
          <Notice kind="empty">Nothing from Stripe reaches your bank in {title}.</Notice>
        </div>
      ) : (
        <>
          <dl className={`tiles ${styles.figures}`}>
            <Fact label="Arrived" className={kit.marked}>
              {arrived}
            </Fact>
          </dl>
          <div className={kit.measure}>
            <Rows label="Payouts">
              {payouts.map(({ id, ...row }) => (
                <Row
                  key={id}
                  to={href('/owner/money/payouts/:payout', { payout: id })}
                  className="entry"
                >
                  <EntryCells {...row} />
                </Row>
              ))}
            </Rows>
          </div>
        </>
      )}
      <Section title={`With Stripe in ${title}`}>
        <BalanceSum lines={balance} result={end} />
        <Notice kind="quiet">
          By the day on which Stripe moved it. A payout takes about two days to reach your bank.
        </Notice>
      </Section>
    </Screen>
  );
}
