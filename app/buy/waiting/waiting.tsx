import { useEffect, useState } from 'react';
import { data, href, redirect } from 'react-router';
import { putInBasket } from '#app/buy/basket/basket-actions.ts';
import { readBasket } from '#app/buy/basket/basket-store.ts';
import { fetchCake } from '#app/buy/basket/current-cakes.ts';
import { forgetOffer, keepOffer } from '#app/buy/basket/held-offer.ts';
import { readForm } from '#app/read-form.ts';
import { privatePageMeta } from '#app/seo/page-meta.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { openDialog } from '#app/ui/open-dialogs.ts';
import { NeedsScripts, PhoneLink, WithScripts } from '#app/ui/text.tsx';
import { dateInOnePiece, dayInWords } from '#domain/calendar/days.ts';
import { offerEndInWords, type WaitingState } from '#domain/capacity/waiting.ts';
import type { Instant } from '#domain/clock.ts';
import { checkOptions } from '#domain/orders/check-options.ts';
import { groupItems } from '#domain/orders/items-in-words.ts';
import { leaveWaitingList, openEntry } from '#server/orders/waiting.ts';
import type { Route } from './+types/waiting';
import '#app/ui/letter.css';

/** Changes nothing, however often it is opened. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const entry = await openEntry(shop, params.token);
  if (!entry) throw notFound();
  const { day, items, units, state, offeredUntil } = entry;
  const now = shop.clock.now();
  return {
    token: params.token,
    day,
    dayWords: dayInWords(day),
    heading: dateInOnePiece(dayInWords(day)),
    cakes: groupItems(items),
    items: items.map(({ cakeId, sizeId, options = [] }) => ({
      cakeId,
      sizeId,
      options: options.map(({ groupId: group, choiceId: choice }) => ({
        group,
        choice,
        api: null,
      })),
    })),
    units,
    state: state === 'offered' ? offerNow(offeredUntil, now) : state,
    until:
      offeredUntil === null
        ? undefined
        : { ms: Date.parse(offeredUntil), words: offerEndInWords(offeredUntil, now) },
  };
}

/** An offer that was not e-mailed yet may be taken back; one whose time is over ends within seconds. */
function offerNow(offeredUntil: Instant | null, now: Instant): WaitingState {
  if (offeredUntil === null) return 'waiting';
  return offeredUntil < now ? 'lapsed' : 'offered';
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const field = await readForm(request);
  if (field('do') !== 'leave') throw data(null, { status: 400 });
  if (!(await leaveWaitingList(context.get(shopContext), params.token))) throw notFound();
  throw redirect(href('/my-order/waiting/:token', params), 303);
}

function notFound() {
  const text = 'There may be a slip in the link, or the day has passed.';
  return data({ title: 'We could not find your place in line', text }, { status: 404 });
}

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(matches[0].loaderData, {
    title: 'Your place in line',
    description: 'Your place on the waiting list of a day.',
  });
}

const TITLES: Record<WaitingState, string> = {
  waiting: 'You are on the list',
  offered: 'A place is free for you',
  ordered: 'You have ordered',
  left: 'You have left the list',
  lapsed: 'The place has gone to the next',
  over: 'This list is closed',
};

export default function Waiting({ loaderData }: Route.ComponentProps) {
  const { token, state, dayWords, heading, cakes, until } = loaderData;
  useEffect(() => {
    if (state !== 'offered') forgetOffer(token);
  }, [state, token]);
  const isInLine = state === 'waiting' || state === 'offered';
  return (
    <div className="letter">
      <header className="lines">
        <h1>{TITLES[state]}</h1>
        <p>{explanation(state, dayWords)}</p>
        {state === 'offered' && until && (
          <p className="said">We keep it for you until {until.words}.</p>
        )}
      </header>
      {isInLine && (
        <section className="box" aria-labelledby="wanted">
          <h2 id="wanted">{heading}</h2>
          <ul>
            {cakes.map(({ what, count }) => (
              <li key={what}>{count === 1 ? what : `${count} × ${what}`}</li>
            ))}
          </ul>
          {state === 'offered' && <OrderIt offer={loaderData} />}
          <form method="post">
            <Button type="submit" name="do" value="leave" variant="outline">
              Leave the list
            </Button>
          </form>
        </section>
      )}
      <p className="quiet">
        For another cake or day, and for anything else, please ring us on <PhoneLink />.
      </p>
    </div>
  );
}

function explanation(state: WaitingState, day: string): string {
  switch (state) {
    case 'waiting':
      return `${day} is full at the moment. If a place comes free for you, we write to you and keep it for two hours. Nothing is ordered or charged until then.`;
    case 'offered':
      return `On ${day} we can make this for you after all. Put it into your basket and order it as usual. For words on it, press Edit there.`;
    case 'ordered':
      return `Your place on ${day} is in your order. Once it is paid, our email about it has all that you need. If it is not paid in time, the place goes to the next.`;
    case 'left':
      return `We will not write to you about ${day} again.`;
    case 'lapsed':
      return `The two hours in which we kept a place on ${day} for you are over. If you still want that day, ask again on the page of the cake.`;
    case 'over':
      return `${day} can no longer be ordered, and no place came free in time. We are sorry.`;
  }
}

/** Puts what the place is for into the basket, once however often it is pressed. */
function OrderIt({ offer }: { offer: Route.ComponentProps['loaderData'] }) {
  const { token, day, units, until, items } = offer;
  const [problem, setProblem] = useState('');

  async function order() {
    setProblem('');
    const ids = [...new Set(items.map(({ cakeId }) => cakeId))];
    const cakes = await Promise.all(ids.map(fetchCake));
    if (cakes.includes(undefined)) return setProblem(UNREACHABLE);
    keepOffer({ token, day, units, until: until?.ms ?? 0 });
    const before = await readBasket();
    for (const [place, { cakeId, sizeId, options: asked }] of items.entries()) {
      const cake = cakes[ids.indexOf(cakeId)];
      const size = cake?.sizes.find(({ id }) => id === sizeId);
      if (!cake || !size?.api) return setProblem(GONE);
      const isEqual = (each: { cakeId: string; sizeId: string }) =>
        each.cakeId === cakeId && each.sizeId === sizeId;
      const has = before.filter(
        ({ cake, size, selectedDay }) =>
          selectedDay === day && isEqual({ cakeId: cake.id, sizeId: size.id }),
      ).length;
      // The first ones of several equal cakes are there.
      if (items.slice(0, place).filter(isEqual).length < has) continue;
      // Those with a text are chosen with it, on the cake's page.
      const { options } = checkOptions(cake, asked, { day, symbols: undefined });
      const choice = { cake, size, options, messageOnCake: '', selectedDay: day };
      const rejected = await putInBasket(choice);
      if (rejected) return setProblem(rejected);
    }
    openDialog('basket');
  }

  return (
    <>
      <NeedsScripts />
      <WithScripts>
        <Button onClick={() => order().catch(() => setProblem(UNREACHABLE))}>
          Put it into my basket
        </Button>
        <p role="alert" className="problem">
          {problem}
        </p>
      </WithScripts>
    </>
  );
}

const UNREACHABLE =
  'We could not look up today’s cakes. Please check your connection and try again.';
const GONE = 'One of the cakes can no longer be ordered here. Please ring us.';
