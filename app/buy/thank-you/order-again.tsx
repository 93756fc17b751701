import { useRef, useState } from 'react';
import { randomId } from '#app/buy/basket/basket-actions.ts';
import { changeBasket, useBasket } from '#app/buy/basket/basket-store.ts';
import { type CurrentCake, fetchCake } from '#app/buy/basket/current-cakes.ts';
import { DayChoice } from '#app/buy/basket/day-choice.tsx';
import { useCloseFullDays, useRulesNow, useToday } from '#app/buy/basket/open-days.ts';
import { readSent, typedDetails } from '#app/buy/checkout/kept-details.ts';
import { useLive } from '#app/live/use-live.ts';
import { Button } from '#app/ui/button.tsx';
import { OpenDialogButton } from '#app/ui/dialog.tsx';
import { openDialog } from '#app/ui/open-dialogs.ts';
import { WithScripts } from '#app/ui/text.tsx';
import type { BasketItem } from '#domain/basket/basket.ts';
import { type Choice, MAX_ITEMS, newItem } from '#domain/basket/basket.ts';
import { basketLines, isAddOn, isOrderedAgain, withOrderedAgain } from '#domain/basket/lines.ts';
import { optionsInstead } from '#domain/basket/option-changes.ts';
import { rulesForAll } from '#domain/calendar/cake-rules.ts';
import { whyClosed } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { reasonText } from '#domain/calendar/reason-text.ts';
import type { CalendarRules } from '#domain/calendar/rules.ts';
import { allergenText, hasSeen } from '#domain/catalogue/allergens.ts';
import { checkOptions } from '#domain/orders/check-options.ts';
import type { PublicOrder } from '#domain/orders/public-order.ts';
import styles from './thank-you.module.css';

interface OrderAgainProps {
  order: PublicOrder;
  calendarRules: CalendarRules;
}

/**
 * A press on a day puts all items into the basket for that day, and goes on to the pick-up details. If
 * something else is in the basket, it asks first.
 */
export function OrderAgain({ order, calendarRules: shown }: OrderAgainProps) {
  const calendarRules = useRulesNow(shown);
  const today = useToday();
  const { basket } = useBasket();
  const closeFullDays = useCloseFullDays();
  const [problem, setProblem] = useState('');
  // Known from the first press on.
  const [known, setKnown] = useState<OnSale>({ cakes: [], choices: [], changes: [] });
  const [isAsking, setAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const others = basket.filter((item) => !isOf(known, item));
  // For the days that close or fill up.
  useLive({ topics: 'calendar' });

  function rulesFor({ cakes, choices }: OnSale, today: Day) {
    const isCounted = (item: BasketItem) => isOf({ choices }, item);
    const withRoom = closeFullDays?.(calendarRules, { items: choices, basket, isCounted });
    return rulesForAll(cakes, withRoom ?? calendarRules, today);
  }

  async function orderFor(day: Day, today: Day) {
    setProblem('');
    setAsking(false);
    const found = await currentChoices(order, day);
    if (!found) {
      setProblem('We could not look up today’s cakes. Please check your connection and try again.');
      return;
    }
    setKnown(found);
    const rules = rulesFor(found, today);
    const closed = whyClosed(day, today, rules);
    if (closed) {
      setProblem(`${reasonText(closed, day, today, rules)}. Please choose another day.`);
    } else if (basket.some((item) => !isOf(found, item))) setAsking(true);
    else await put(found, 'together');
  }

  async function put({ choices, changes }: OnSale, how: 'together' | 'alone') {
    setAsking(false);
    const isFull = await fill(choices, how);
    if (isFull) {
      setProblem(`Your basket is full: one order takes up to ${MAX_ITEMS} items.`);
      return;
    }
    keepDetails(order);
    if (changes.length > 0) setProblem(changes.join(' '));
    else openDialog('pick-up');
  }

  async function answer(how: 'together' | 'alone') {
    // The button, which has the focus, is removed.
    heading.current?.focus({ preventScroll: true });
    await put(known, how);
  }

  return (
    <WithScripts
      className={`${styles.again} stack on-screen`}
      role="region"
      aria-labelledby="order-again"
    >
      <h2 ref={heading} id="order-again" tabIndex={-1}>
        Order it again
      </h2>
      <p>The same once more, at today’s prices. When would you like to collect it?</p>
      {today && (
        <DayChoice
          today={today}
          rules={rulesFor(known, today)}
          onChoose={(day) => orderFor(day, today)}
        />
      )}
      {isAsking && (
        <section
          ref={takeFocus}
          tabIndex={-1}
          className={`${styles.asking} said cluster`}
          aria-label="Your basket"
        >
          <p>Your basket already has {inWords(others)}.</p>
          <Button onClick={() => answer('together')}>Order all of it</Button>
          <Button variant="outline" onClick={() => answer('alone')}>
            Order only this, take the rest out
          </Button>
        </section>
      )}
      <p role="status">{problem}</p>
      {problem && <OpenDialogButton opens="basket">Open your basket</OpenDialogButton>}
    </WithScripts>
  );
}

interface OnSale {
  cakes: CurrentCake[];
  choices: Choice[];
  /** What the page says to the customer first. */
  changes: string[];
}

function isOf({ choices }: { choices: readonly Choice[] }, item: BasketItem): boolean {
  return choices.some((choice) => isOrderedAgain(item, choice));
}

/** `Rainbow Layer Cake for Sat 5 Dec and 2 × Lemon Drizzle for Tue 1 Dec` */
function inWords(items: BasketItem[]): string {
  return basketLines(items)
    .map(({ item: { cake, selectedDay }, ids: { length } }) => {
      const count = length > 1 ? `${length} × ` : '';
      return `${count}${cake.title} for ${dayInWords(selectedDay, 'short')}`;
    })
    .join(' and ');
}

/** So that the details need not be typed again. Those for another order stay. */
function keepDetails({ id }: PublicOrder): void {
  const sent = readSent(id);
  if (!sent || typedDetails.read()) return;
  const { name, email, phone, note } = sent;
  typedDetails.write({ name, email, phone, note });
}

function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}

/**
 * What is sold of the order today, and what about it has changed in other ways than the price.
 * @returns undefined if the shop does not answer.
 */
export async function currentChoices(
  { items }: PublicOrder,
  selectedDay: Day,
): Promise<OnSale | undefined> {
  const ids = [...new Set(items.flatMap(({ cakeId }) => cakeId ?? []))];
  const cakes = await Promise.all(ids.map(fetchCake));
  if (cakes.includes(undefined)) return undefined;
  // An order does not say for which cake an add-on was chosen. With one, the cake's page shows it as chosen.
  const addOnFor = cakes.find((cake) => cake && !isAddOn({ cake }))?.id;
  const choices: Choice[] = [];
  const changes = new Set<string>();
  for (const item of items) {
    const { cakeId, sizeId, title, message, options: ordered = [] } = item;
    if (cakeId === null) {
      changes.add(`Please ring us for this one, which we make as agreed: ${title}.`);
      continue;
    }
    const cake = cakes[ids.indexOf(cakeId)];
    const size = cake?.sizes.find(({ id }) => id === sizeId);
    if (!cake || !size?.api) {
      changes.add(`Not available now: ${title}.`);
      continue;
    }
    // At today's prices, whatever they were.
    const asked = ordered.map(({ groupId: group, choiceId: choice, text }) => ({
      group,
      choice,
      text,
      api: null,
    }));
    const { options, changes: ofOptions } = checkOptions(cake, asked, {
      day: selectedDay,
      symbols: undefined,
    });
    const choice = { cake, size, options, messageOnCake: message, selectedDay };
    choices.push(isAddOn(choice) ? { ...choice, addOnFor } : choice);
    for (const instead of optionsInstead(ofOptions, ordered, options)) {
      changes.add(`${title}: ${instead}.`);
    }
    const { cake: declared } = newItem(choice, 0);
    if (!hasSeen(item, declared)) {
      changes.add(`The allergens of ${title} have changed. ${allergenText(declared)}`);
    }
    if (cake.offMessage && message !== '') {
      changes.add(`We can no longer write on it, so it comes without your message: ${title}.`);
    }
  }
  return { cakes: cakes.flatMap((cake) => cake ?? []), choices, changes: [...changes] };
}

/**
 * @param how with what else is in the basket, or instead of it.
 * @returns whether the basket has no room for them; it stays as it was.
 */
async function fill(choices: readonly Choice[], how: 'together' | 'alone'): Promise<boolean> {
  let isFull = false;
  await changeBasket((basket) => {
    const kept = how === 'alone' ? basket.filter((item) => isOf({ choices }, item)) : basket;
    const filled = withOrderedAgain(kept, choices, randomId);
    isFull = filled.length > MAX_ITEMS;
    return isFull ? basket : filled;
  });
  return isFull;
}
