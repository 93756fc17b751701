import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { href, Link, redirect, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router';
import { findOrder } from '#app/owner/collections/find-order.ts';
import { Version } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { DefaultButton, Field } from '#app/ui/kit/field.tsx';
import { ActionForm } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { useEntered } from '#app/ui/kit/refusal-context.ts';
import { Notice, Screen } from '#app/ui/kit/screen.tsx';
import { useRows } from '#app/ui/kit/use-rows.ts';
import { storedInHistory } from '#app/ui/stored.ts';
import { nextOpenDays, rulesAt } from '#domain/calendar/collection-days.ts';
import { addDays, dayInWords } from '#domain/calendar/days.ts';
import { MAX_DAYS_AHEAD } from '#domain/calendar/rules.ts';
import { hasLimits } from '#domain/capacity/capacity.ts';
import { arrayOf, isString } from '#domain/guard.ts';
import { formatPence, sumPence } from '#domain/money.ts';
import { wasBooked } from '#domain/orders/order.ts';
import type { Pence } from '#domain/pence.ts';
import { readPounds } from '#domain/read-pounds.ts';
import { calendarRules } from '#server/content/calendar.ts';
import type { BookedOrder } from '#server/orders/book-rows.ts';
import { requestOfOrder } from '#server/requests/ordered.ts';
import { findRequest } from '#server/requests/rows.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import type { Route } from './+types/new-order';
import { DayChoice } from './day-choice.tsx';
import { daysToOffer, loadsToShow, timesToOffer } from './days-to-offer.ts';
import { DepositFields } from './deposit-fields.tsx';
import { fillFromQuote } from './fill-from-quote.ts';
import { FormId } from './form-id.tsx';
import styles from './new-order.module.css';
import { NewOrderItem } from './new-order-item.tsx';
import { OptionTiles } from './option-tiles.tsx';
import { phoneCatalogue } from './phone-catalogue.ts';
import {
  MOST_ITEMS,
  PAY_WORDS,
  QUOTE,
  readItems,
  readOptions,
  readPriced,
  valuesOf,
} from './phone-draft.ts';
import { QuoteFields } from './quote-fields.tsx';
import { PhoneDraft, takeOrder } from './take-order.ts';

const OFFERED = 8;

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const today = todayAt(shop);
  const { earlier, asked, isQuote } = await takenFor(shop, request);
  if (earlier && !mayReplace(earlier)) {
    throw redirect(href('/owner/orders/:order', { order: earlier.number }));
  }
  const [{ catalogue }, calendar] = await Promise.all([shop.content(), calendarRules(shop)]);
  const rules = rulesAt(shop.clock.now(), calendar);
  const last = addDays(today, MAX_DAYS_AHEAD);
  const open = await daysToOffer(nextOpenDays(OFFERED, today, rules), shop);
  const latest = asked && asked.day > today ? addDays(asked.day, -1) : undefined;
  const week = addDays(today, QUOTE_DAYS);
  return {
    id: crypto.randomUUID(),
    /** The number of the quote that is changed. */
    earlier: earlier?.number,
    isQuote,
    quote: { validUntil: latest && latest < week ? latest : week, hasLimits: hasLimits(rules) },
    filled:
      earlier &&
      fillFromQuote(
        earlier,
        open.map(({ day }) => day),
        [...catalogue.cakes, ...catalogue.addOns],
      ),
    asked: asked && {
      number: asked.number,
      version: asked.messages.length,
      name: asked.name,
      phone: asked.phone,
      email: asked.email,
      day: asked.day >= today ? asked.day : undefined,
      words: `${asked.occasion}, for ${asked.people}, ${dayInWords(asked.day)}`,
    },
    ...(await phoneCatalogue(shop)),
    days: [
      ...open.map(({ day, words, load }) => ({ value: day, words, note: load })),
      { value: 'other', words: 'Another day' },
    ],
    loads: await loadsToShow(today, last, shop),
    times: timesToOffer(rules),
    first: today,
    last,
  };
}

export function action(args: Route.ActionArgs) {
  const Form = PhoneDraft.extend({ version: Version });
  return ownerAction(args, Form, async ({ shop, by, form, values }) => {
    const { earlier, asked } = await takenFor(shop, args.request);
    const { version, ...draft } = form;
    const request = asked && { id: asked.id, version };
    return takeOrder(shop, by, { ...draft, values }, { request, replaces: earlier?.id });
  });
}

/** What the address names: the request from which the form is filled in, the quote that it changes, and that a quote is asked for. */
async function takenFor(shop: Shop, { url }: Request) {
  const { searchParams } = new URL(url);
  const quote = searchParams.get('quote');
  const earlier = quote ? await findOrder(shop, quote) : undefined;
  const number = earlier ? await requestOfOrder(shop.db, earlier.id) : searchParams.get('request');
  const found = number ? await findRequest(shop, { number }) : undefined;
  const asked = found?.anonymisedAt === null ? found : undefined;
  return { earlier, asked, isQuote: quote !== null };
}

function mayReplace({ quote, state, order }: BookedOrder): boolean {
  return quote !== undefined && !wasBooked(state) && order?.replacedBy === null;
}

/** How long a quote is usually valid. */
const QUOTE_DAYS = 7;

/** With what has changed since: the person tells the customer, and sends the form again. */
export function shouldRevalidate({
  actionStatus,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return actionStatus === 422 || defaultShouldRevalidate;
}

/** The form as it was left, for Back and for reloads: who is on the phone looks at other screens too. */
const keptForm = storedInHistory(
  'phoneOrder',
  (values): values is Record<string, string[]> =>
    typeof values === 'object' && values !== null && Object.values(values).every(isTexts),
);
const isTexts = arrayOf(isString);

type Data = Route.ComponentProps['loaderData'];

export default function NewOrder({ loaderData }: Route.ComponentProps) {
  const { asked, earlier, isQuote } = loaderData;
  const { pathname, search } = useLocation();
  return (
    <Screen
      title={earlier || isQuote ? 'New quote' : 'New order'}
      heading={headingOf(loaderData)}
      summary={
        asked && (
          <>
            <Link to={href('/owner/requests/:request', { request: asked.number })}>
              Request {asked.number}
            </Link>
            : {asked.words}
          </>
        )
      }
    >
      <KeptForm key={search} to={pathname + search} {...loaderData} />
    </Screen>
  );
}

/** Of one address. A link to a part of the page is another entry of the history, and changes nothing of it. */
function KeptForm({ to, ...data }: Data & { to: string }) {
  const [kept, setKept] = useState<Record<string, string[]>>();
  // Not before: the server does not know it.
  useLayoutEffect(() => setKept(keptForm.read()), []);
  return (
    <ActionForm
      key={kept && 'kept'}
      to={to}
      version={data.asked?.version}
      filled={kept ?? data.filled}
      isKept
      noValidate
    >
      <Fields {...data} />
    </ActionForm>
  );
}

function headingOf({ asked, earlier, isQuote, filled }: Data): string {
  if (earlier) return `Change the quote for ${asked?.name ?? filled?.name?.[0]}`;
  if (!asked) return 'New order on the phone';
  return `${isQuote ? 'A quote' : 'An order'} for ${asked.name}`;
}

function Fields({
  id,
  earlier,
  isQuote,
  quote,
  asked,
  cakes,
  groups,
  free,
  days,
  loads,
  times,
  first,
  last,
}: Data) {
  const { rows, button } = useRows(1, ['row']);
  const { values: entered = [] } = useEntered('row');
  const fields = useRef<HTMLDivElement>(null);
  // Without scripts the button cannot say what is chosen.
  const [total, setTotal] = useState<Pence>();
  const [changes, setChanges] = useState(0);
  // From the fields that will be sent: one that a choice has just added may be preset.
  useLayoutEffect(() => setTotal(chosenTotal(fields.current, cakes)));
  useEffect(() => {
    const form = fields.current?.closest('form');
    if (changes > 0 && form) keptForm.write(valuesOf(form));
  });
  // Unlike those that were sent.
  const next = 1 + Math.max(-1, ...entered.map(Number));

  function focusBeside(row: number): void {
    const selects = fields.current?.querySelectorAll('select');
    selects?.[row === 0 ? 1 : row - 1]?.focus();
  }

  return (
    <div
      ref={fields}
      className={`${kit.form} ${styles.form}`}
      onChange={() => setChanges((count) => count + 1)}
    >
      <DefaultButton />
      <FormId name="id" value={id} />
      <EarlierOrder />
      <input type="hidden" name="total" value={total ?? ''} />
      {rows.map(({ key, place }, row) => {
        const remove = button('remove', row);
        return (
          <NewOrderItem
            key={key}
            row={entered[place] || String(next + key)}
            number={rows.length > 1 ? row + 1 : undefined}
            cakes={cakes}
            groups={groups}
            free={free}
            today={first}
            remove={{
              ...remove,
              onClick(event) {
                // The button, which has the focus, is removed.
                focusBeside(row);
                remove.onClick(event);
              },
            }}
          />
        );
      })}
      {rows.length < MOST_ITEMS && (
        <p>
          <button {...button('add')} className="word-button">
            Add another cake
          </button>
        </p>
      )}
      <DayChoice options={days} loads={loads} today={first} last={last} preset={asked?.day} />
      {times.length > 0 && <Field label="Which time?" name="time" options={times} />}
      <Field label="Name" name="name" autoCapitalize="words" defaultValue={asked?.name} />
      <Field
        label="Phone number"
        name="phone"
        type="tel"
        hint="For a quote, an e-mail address is enough."
        defaultValue={asked?.phone}
      />
      <Field label="E-mail (may be empty)" name="email" type="email" defaultValue={asked?.email} />
      <Field label="Our note (may be empty)" name="note" rows={2} />
      {earlier ? (
        <input type="hidden" name="pay" value={QUOTE} />
      ) : (
        <OptionTiles
          legend="How is it paid?"
          name="pay"
          options={Object.entries(PAY_WORDS).map(([value, words]) => ({ value, words }))}
          preset={isQuote ? QUOTE : 'link'}
        />
      )}
      <Notice kind="quiet">
        If you typed an e-mail address, it is sent there, with a link to pay until it is paid. Then
        you can also send the link by WhatsApp or text message.
      </Notice>
      <DepositFields total={total} today={first} last={last} />
      <QuoteFields today={first} last={last} {...quote} />
      <div className={kit.bar}>
        <Button type="submit">
          <span className={styles.book}>Book it</span>
          <span className={styles.quote}>Send the quote</span>
          {total !== undefined && total > 0 && ` · ${formatPence(total)}`}
        </Button>
      </div>
    </div>
  );
}

/** The order that the form has made, if it was sent again with other words: the answer names it as `earlier`. */
function EarlierOrder() {
  const { problem: order } = useEntered('earlier');
  if (!order) return null;
  return <Link to={href('/owner/orders/:order', { order })}>See the order</Link>;
}

/** @returns undefined while a price cannot be read. */
function chosenTotal(fields: HTMLElement | null, cakes: Data['cakes']): Pence | undefined {
  const form = fields?.closest('form');
  if (!form) return undefined;
  const prices = readItems(valuesOf(form)).map(({ cake: chosen, agreed, catalogue }) => {
    if (agreed !== '') return readPounds(agreed);
    const { options = [] } = cakes.find(({ id }) => id === chosen) ?? {};
    const extra = readOptions(options, catalogue.options).map(({ now }) => now?.price ?? 0);
    const { price } = readPriced(catalogue.size);
    // Without a size its options have no price.
    return price === 0 ? 0 : sumPence([price, ...extra]);
  });
  const known = prices.filter((price) => price !== undefined);
  return known.length === prices.length ? sumPence(known) : undefined;
}
