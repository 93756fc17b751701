import { useState } from 'react';
import { randomId } from '#app/buy/basket/basket-actions.ts';
import { changeBasket, useBasket } from '#app/buy/basket/basket-store.ts';
import { type CurrentCake, fetchCake } from '#app/buy/basket/current-cakes.ts';
import { DayChips } from '#app/buy/basket/day-chips.tsx';
import { useCloseFullDays, useRulesNow, useToday } from '#app/buy/basket/open-days.ts';
import { useLive } from '#app/live/use-live.ts';
import { OpenDialogButton } from '#app/ui/dialog.tsx';
import { openDialog } from '#app/ui/open-dialogs.ts';
import { WithScripts } from '#app/ui/text.tsx';
import type { BasketItem } from '#domain/basket/basket.ts';
import { type Choice, MAX_ITEMS } from '#domain/basket/basket.ts';
import { isOrderedAgain, withOrderedAgain } from '#domain/basket/lines.ts';
import { rulesForAll } from '#domain/calendar/cake-rules.ts';
import { offeredDays, whyClosed } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { reasonText } from '#domain/calendar/reason-text.ts';
import type { CalendarRules } from '#domain/calendar/rules.ts';
import { allergenText, hasSeen } from '#domain/catalogue/allergens.ts';
import type { PublicOrder } from '#domain/orders/order.ts';
import styles from './thank-you.module.css';

interface OrderAgainProps {
  order: PublicOrder;
  calendarRules: CalendarRules;
}

/** A press on a day puts all items into the basket for that day and goes on to the pick-up details. */
export function OrderAgain({ order, calendarRules: shown }: OrderAgainProps) {
  const calendarRules = useRulesNow(shown);
  const today = useToday();
  const { basket } = useBasket();
  const closeFullDays = useCloseFullDays();
  const [problem, setProblem] = useState('');
  // Known from the first press on.
  const [known, setKnown] = useState<OnSale>({ cakes: [], choices: [] });
  // For the days that close or fill up.
  useLive({ topics: 'calendar' });

  function rulesFor({ cakes, choices }: OnSale, today: Day) {
    const isCounted = (item: BasketItem) => choices.some((choice) => isOrderedAgain(item, choice));
    const withRoom = closeFullDays?.(calendarRules, { items: choices, basket, isCounted });
    return rulesForAll(cakes, withRoom ?? calendarRules, today);
  }

  async function orderFor(day: Day, today: Day) {
    setProblem('');
    const found = await currentChoices(order, day);
    if (!found) {
      setProblem('We could not look up today’s cakes. Please check your connection and try again.');
      return;
    }
    const { choices, changes } = found;
    setKnown(found);
    const rules = rulesFor(found, today);
    const closed = whyClosed(day, today, rules);
    if (closed) {
      setProblem(`${reasonText(closed, day, today, rules)}. Please choose another day.`);
      return;
    }
    const isFull = await fill(choices);
    if (isFull) setProblem(`Your basket is full: one order takes up to ${MAX_ITEMS} items.`);
    else if (changes.length > 0) setProblem(changes.join(' '));
    else openDialog('pick-up');
  }

  return (
    <WithScripts className={styles.again} role="region" aria-labelledby="order-again">
      <h2 id="order-again">Order it again</h2>
      <p>The same once more, at today’s prices. When would you like to collect it?</p>
      {today && (
        <DayChips
          days={offeredDays(today, rulesFor(known, today))}
          onChoose={(day) => orderFor(day, today)}
        />
      )}
      <p role="status">{problem}</p>
      {problem && <OpenDialogButton opens="basket">Open your basket</OpenDialogButton>}
    </WithScripts>
  );
}

interface OnSale {
  cakes: CurrentCake[];
  choices: Choice[];
}

/**
 * What is sold of the order today, and what about it has changed in other ways than the price.
 * @returns undefined if the shop does not answer.
 */
export async function currentChoices({ items }: PublicOrder, selectedDay: Day) {
  const ids = [...new Set(items.flatMap(({ cakeId }) => cakeId ?? []))];
  const cakes = await Promise.all(ids.map(fetchCake));
  if (cakes.includes(undefined)) return undefined;
  const choices: Choice[] = [];
  const changes = new Set<string>();
  for (const item of items) {
    const { cakeId, sizeId, title, message } = item;
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
    choices.push({ cake, size, messageOnCake: message, selectedDay });
    if (!hasSeen(item, cake)) {
      changes.add(`The allergens of ${title} have changed. ${allergenText(cake)}`);
    }
    if (cake.offMessage && message !== '') {
      changes.add(`We can no longer write on it, so it comes without your message: ${title}.`);
    }
  }
  return { cakes: cakes.flatMap((cake) => cake ?? []), choices, changes: [...changes] };
}

/** @returns whether the basket has no room for them; it stays as it was. */
async function fill(choices: readonly Choice[]): Promise<boolean> {
  let isFull = false;
  await changeBasket((basket) => {
    const filled = withOrderedAgain(basket, choices, randomId);
    isFull = filled.length > MAX_ITEMS;
    return isFull ? basket : filled;
  });
  return isFull;
}
