import { useState } from 'react';
import { randomId } from '#app/basket/basket-actions.ts';
import { changeBasket } from '#app/basket/basket-store.ts';
import { fetchCake } from '#app/basket/current-cakes.ts';
import { DayChips } from '#app/basket/day-chips.tsx';
import { useToday } from '#app/basket/use-today.ts';
import { OpenDialogButton, openDialog } from '#app/ui/dialog.tsx';
import { WithScripts } from '#app/ui/text.tsx';
import { type Choice, MAX_ITEMS } from '#domain/basket/basket.ts';
import { withOrderedAgain } from '#domain/basket/lines.ts';
import { offeredDays } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import type { CalendarRules } from '#domain/calendar/rules.ts';
import type { PublicOrder } from '#domain/orders/order.ts';
import styles from './thank-you.module.css';

interface OrderAgainProps {
  order: PublicOrder;
  calendarRules: CalendarRules;
}

/** A press on a day puts all items into the basket for that day and goes on to the pick-up details. */
export function OrderAgain({ order, calendarRules }: OrderAgainProps) {
  const today = useToday();
  const [problem, setProblem] = useState('');

  async function orderFor(day: Day) {
    setProblem('');
    const found = await currentChoices(order, day);
    if (!found) {
      setProblem('We could not look up today’s cakes. Please check your connection and try again.');
      return;
    }
    const { choices, missing } = found;
    const isFull = await fill(choices);
    if (isFull) setProblem(`Your basket is full: one order takes up to ${MAX_ITEMS} items.`);
    else if (missing.length > 0) setProblem(`Not available now: ${missing.join(', ')}.`);
    else openDialog('pick-up');
  }

  return (
    <WithScripts className={styles.again} role="region" aria-labelledby="order-again">
      <h2 id="order-again">Order it again</h2>
      <p>The same once more, at today’s prices. When would you like to collect it?</p>
      {today && <DayChips days={offeredDays(today, calendarRules)} onChoose={orderFor} />}
      <p role="status">{problem}</p>
      {problem && <OpenDialogButton opens="basket">Open your basket</OpenDialogButton>}
    </WithScripts>
  );
}

/** What is sold of the order today. @returns undefined if the shop does not answer. */
async function currentChoices({ items }: PublicOrder, selectedDay: Day) {
  const ids = [...new Set(items.map(({ cakeId }) => cakeId))];
  const cakes = await Promise.all(ids.map(fetchCake));
  if (cakes.includes(undefined)) return undefined;
  const choices: Choice[] = [];
  const missing: string[] = [];
  for (const { cakeId, sizeId, title, message } of items) {
    const cake = cakes[ids.indexOf(cakeId)];
    const size = cake?.sizes.find(({ id }) => id === sizeId);
    if (cake && size?.api) choices.push({ cake, size, messageOnCake: message, selectedDay });
    else missing.push(title);
  }
  return { choices, missing };
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
