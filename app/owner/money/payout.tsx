import { data, href, Link } from 'react-router';
import { shopContext } from '#app/shop-context.ts';
import kit from '#app/ui/kit/kit.module.css';
import { Row, Rows } from '#app/ui/kit/rows.tsx';
import { Notice, Screen, Section } from '#app/ui/kit/screen.tsx';
import { dayInWords, londonDay } from '#domain/calendar/days.ts';
import {
  feeOf,
  type MatchedMove,
  moveInWords,
  netOf,
  sumUpBalance,
} from '#domain/ledger/balance.ts';
import { monthOf } from '#domain/ledger/month.ts';
import { formatPence } from '#domain/money.ts';
import { findPayout } from '#server/orders/payouts.ts';
import type { Route } from './+types/payout';
import { BalanceSum } from './balance-sum.tsx';
import { balanceLines, payoutInWords, signed } from './balance-words.ts';
import { EntryCells } from './entry-cells.tsx';
import styles from './money.module.css';

export async function loader({ context, params }: Route.LoaderArgs) {
  const found = await findPayout(context.get(shopContext), params.payout);
  if (!found) throw data(null, { status: 404 });
  const { payout, moves, next } = found;
  const { amount, arrives, isByHand, isComplete, failure } = payout;
  const sums = sumUpBalance(0, moves);
  return {
    title: amount < 0 ? `Stripe takes ${formatPence(-amount)}` : `Payout of ${formatPence(amount)}`,
    summary: `${payoutInWords(payout)} · ${dayInWords(arrives)}`,
    month: monthOf(arrives),
    failure: payout.state === 'returned' && failure,
    next: next && { id: next.id, day: dayInWords(next.arrives) },
    unknown: isByHand
      ? 'It was asked for at Stripe by hand, so Stripe does not say which payments are in it.'
      : isComplete
        ? undefined
        : 'Stripe has not said yet which payments are in it. It does so within a day.',
    lines: balanceLines(sums, 'Earlier payouts'),
    total: signed(sums.end),
    moves: moves.map(moveRow),
  };
}

function moveRow(move: MatchedMove) {
  const { id, at, order, amount } = move;
  const [net, fee] = [netOf(move), feeOf(move)];
  return {
    id,
    what: moveInWords(move),
    order,
    about: [
      order?.number,
      dayInWords(londonDay(at), 'short'),
      ...(fee === 0 || net === -fee ? [] : [`${signed(amount)}, Stripe’s fee ${signed(fee)}`]),
    ]
      .filter(Boolean)
      .join(' · '),
    amount: signed(net),
    isOut: net < 0,
  };
}

export default function PayoutScreen({ loaderData }: Route.ComponentProps) {
  const { title, summary, month, failure, next, unknown, lines, total, moves } = loaderData;
  return (
    <Screen
      title={title}
      above={{ path: `${href('/owner/money/payouts')}?month=${month}`, title: 'Payouts' }}
      summary={summary}
    >
      {failure && (
        <Notice kind="warning">
          Your bank did not take it: Stripe’s code is {failure}.{' '}
          {next ? (
            <>
              The money went out again in the{' '}
              <Link to={href('/owner/money/payouts/:payout', { payout: next.id })}>
                payout of {next.day}
              </Link>
              .
            </>
          ) : (
            'The money goes out with the next payout.'
          )}
        </Notice>
      )}
      {unknown && (
        <div className={kit.below}>
          <Notice kind="quiet">{unknown}</Notice>
        </div>
      )}
      {moves.length > 0 && (
        <>
          <Section title="How it adds up">
            <BalanceSum lines={lines} result={{ name: 'Payout', amount: total }} />
          </Section>
          <Section title="What is in it">
            <div className={kit.measure}>
              <Rows label="What is in it">
                {moves.map(({ id, order, ...row }) =>
                  order ? (
                    <Row
                      key={id}
                      to={href('/owner/orders/:order', { order: order.id })}
                      className="entry"
                    >
                      <EntryCells {...row} />
                    </Row>
                  ) : (
                    <li key={id} className={`entry ${styles.unlinked}`}>
                      <EntryCells {...row} />
                    </li>
                  ),
                )}
              </Rows>
            </div>
          </Section>
        </>
      )}
    </Screen>
  );
}
