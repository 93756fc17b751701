import { stateInWords } from '#app/owner/collections/collection-view.ts';
import { FULFILMENT_WORDS } from '#app/owner/collections/words.ts';
import { timeWithYear } from '#app/owner/frame/london-time.ts';
import { chosenOrders } from '#app/owner/orders/customer/same-orders.ts';
import { emailInWords } from '#app/owner/orders/email-words.ts';
import { byInWords, eventInWords } from '#app/owner/orders/event-words.ts';
import { moneyBack } from '#app/owner/orders/reversal-words.ts';
import { shopContext } from '#app/shop-context.ts';
import { Fact } from '#app/ui/kit/fact.tsx';
import { dayInWords } from '#domain/calendar/days.ts';
import { whenInWords } from '#domain/calendar/times.ts';
import { formatPence } from '#domain/money.ts';
import { cakesFirst, itemsInWords, titleWithOptions } from '#domain/orders/items-in-words.ts';
import { isPaidInPart, type OrderItem, paidOfTotal } from '#domain/orders/order.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';
import { entriesOf } from '#server/orders/waiting-rows.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/customer';
import { CustomerPaper } from './customer-paper.tsx';
import { openedFrom } from './day-to-print.ts';
import { requestsOnPaper } from './read-requests.ts';
import { RequestsOnPaper } from './requests-on-paper.tsx';

/** What an order says of its customer. Empty ones are left out. */
const FACTS: [label: string, of: (booked: BookedOrder) => string][] = [
  ['Name', ({ name }) => name],
  ['Phone', ({ phone }) => phone],
  ['E-mail', ({ email }) => email],
  ['E-mail given at payment', ({ order }) => order?.paymentEmail ?? ''],
  ['Collected by', ({ collector }) => collector],
  ['Their note', ({ note }) => note],
  ['Our note', ({ staffNote }) => staffNote],
  ['Our quote', ({ quote }) => quote?.message ?? ''],
  ['Ordered', ({ placedAt }) => timeWithYear(placedAt)],
  ['State', (booked) => stateInWords(booked, 'Paid')],
  ['Total', ({ total }) => formatPence(total)],
  ['Paid so far', (booked) => (isPaidInPart(booked) ? formatPence(paidOfTotal(booked)) : '')],
];

/** All that the shop holds of a customer's chosen orders. */
export async function loader(args: Route.LoaderArgs) {
  const { booked, chosen, screen } = await chosenOrders(args);
  const emails = chosen.flatMap(({ booked: { email, order } }) => [
    email,
    order?.paymentEmail ?? '',
  ]);
  const shop = args.context.get(shopContext);
  const phones = chosen.map(({ booked: { phone } }) => phone);
  const waiting = await entriesOf(shop, emails);
  return {
    waiting: waiting.map(({ id, day, items, email }) => ({
      id,
      words: `${itemsInWords(items)}, for ${dayInWords(day)}, ${email}`,
    })),
    back: openedFrom(args.request, screen),
    name: booked.name,
    today: dayInWords(todayAt(shop)),
    orders: chosen.map(({ booked: each }) => orderOnPaper(each)),
    requests: await requestsOnPaper(shop, { emails, phones }),
  };
}

function orderOnPaper(booked: BookedOrder) {
  const { number, items, days, order, emails, trail } = booked;
  return {
    number,
    facts: FACTS.map(([label, of]) => ({ label, value: of(booked) })).filter(({ value }) => value),
    items: [
      ...items.toSorted(cakesFirst).map((item) => {
        const fulfilment = days.find(({ day }) => day === item.day)?.fulfilment ?? 'to-make';
        return itemOnPaper(item, FULFILMENT_WORDS[fulfilment]);
      }),
      ...(order?.takenOff ?? []).map(({ item }) => itemOnPaper(item, 'Taken off')),
    ],
    moneyBack: moneyBack(order?.reversals ?? []),
    emails: emails.map((email) => ({
      kind: email.kind,
      words: email.words ?? '',
      ...emailInWords(email),
    })),
    // Without the names of staff, who are other people.
    trail: trail.map((event) => ({
      id: event.id,
      at: timeWithYear(event.at),
      text: `${eventInWords(event, booked, 'owner')} ${byInWords(event, new Map())}`.trim(),
    })),
  };
}

function itemOnPaper(item: OrderItem, state: string) {
  return {
    what: titleWithOptions(item),
    message: item.message,
    price: formatPence(item.price),
    day: whenInWords(item.day, item.time),
    state,
  };
}

export default function OrdersPaper({
  loaderData: { back, name, today, orders, requests, waiting },
}: Route.ComponentProps) {
  return (
    <CustomerPaper back={back} name={name} today={today}>
      {orders.map(({ number, facts, items, moneyBack: reversals, emails, trail }) => (
        <section key={number} aria-labelledby={number}>
          <h3 id={number}>Order {number}</h3>
          <dl>
            {facts.map(({ label, value }) => (
              <Fact key={label} label={label}>
                {value}
              </Fact>
            ))}
            {reversals.map(({ id, what, amount }) => (
              <Fact key={id} label={what}>
                {amount}
              </Fact>
            ))}
          </dl>
          <h4>What was ordered</h4>
          <ul>
            {items.map(({ what, message, price, day, state }, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a placed order never changes.
              <li key={place}>
                {what}, {price}, for {day} ({state.toLowerCase()}){message && <>: “{message}”</>}
              </li>
            ))}
          </ul>
          <h4>E-mails</h4>
          {emails.length === 0 && <p>None.</p>}
          <ul>
            {emails.map(({ kind, what, state, words }) => (
              <li key={kind}>
                {what}: {state}
                {words && <>. “{words}”</>}
              </li>
            ))}
          </ul>
          <h4>What happened</h4>
          <ul>
            {trail.map(({ id, at, text }) => (
              <li key={id}>
                {at}: {text}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {waiting.length > 0 && (
        <section aria-labelledby="waiting">
          <h3 id="waiting">Waiting lists</h3>
          <ul>
            {waiting.map(({ id, words }) => (
              <li key={id}>{words}</li>
            ))}
          </ul>
        </section>
      )}
      <RequestsOnPaper requests={requests} />
    </CustomerPaper>
  );
}
