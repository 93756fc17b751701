import { href } from 'react-router';
import { hasProof } from '#app/owner/frame/require-proof.ts';
import { SignInFirst } from '#app/owner/frame/sign-in-first.tsx';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import kit from '#app/ui/kit/kit.module.css';
import type { Problems } from '#app/ui/kit/refusal.ts';
import { Notice, Screen } from '#app/ui/kit/screen.tsx';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, isDay } from '#domain/calendar/days.ts';
import { monthOf } from '#domain/ledger/month.ts';
import { daysOfPeriod } from '#domain/ledger/sales.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/export';

const MOST_DAYS = 366;

/** The days of an address, or what is wrong with them. */
export function readRange(asked: URLSearchParams): { from: Day; to: Day } | { problems: Problems } {
  const [from, to] = [asked.get('from'), asked.get('to')];
  if (!isChosen(from)) return { problems: { from: 'Please choose a day.' } };
  if (!isChosen(to)) return { problems: { to: 'Please choose a day.' } };
  if (to < from) return { problems: { to: 'Please choose a day that is not before the first.' } };
  if (to >= addDays(from, MOST_DAYS)) return { problems: { to: 'Please choose at most a year.' } };
  return { from, to };
}

/** A day of this century: any other is a slip. */
function isChosen(day: string | null): day is Day {
  return isDay(day) && day.startsWith('20');
}

export function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const today = todayAt(context.get(shopContext));
  const { from: first, before } = daysOfPeriod(monthOf(today));
  const last = addDays(before, -1);
  const isAsked = searchParams.has('from');
  const range = isAsked ? readRange(searchParams) : { from: first, to: last };
  return {
    from: searchParams.get('from') ?? first,
    to: searchParams.get('to') ?? last,
    problems: 'problems' in range ? range.problems : {},
    path: href('/owner/orders/export') + new URL(request.url).search,
    isProved: hasProof(context),
  };
}

/** Downloads orders for a spreadsheet. */
export default function ExportOrders({ loaderData }: Route.ComponentProps) {
  const { from, to, problems, path, isProved } = loaderData;
  return (
    <Screen
      title="Download orders"
      above={{ path: href('/owner/orders'), title: 'Orders' }}
      summary="A table for Excel, Numbers or Google Sheets, with a row for each cake."
    >
      {isProved ? (
        // A plain form, whose answer is a file.
        <form method="get" action={href('/owner/orders.csv')} className={kit.form}>
          <div className={kit.pair} key={path}>
            <Field
              name="from"
              type="date"
              label="Collected from"
              defaultValue={from}
              problem={problems.from}
              required
            />
            <Field
              name="to"
              type="date"
              label="Collected until"
              defaultValue={to}
              problem={problems.to}
              required
            />
          </div>
          <Button type="submit">Download (CSV)</Button>
          <Notice kind="quiet">
            It has names, cakes, messages, notes and prices, and no phone numbers or e-mail
            addresses. Delete it when you no longer need it.
          </Notice>
        </form>
      ) : (
        <SignInFirst path={path}>download orders</SignInFirst>
      )}
    </Screen>
  );
}
