import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { preloadBasket } from '#app/basket/basket-drawer.tsx';
import { addToBasket, useBasket } from '#app/basket/basket-store.ts';
import { type DialogId, openDialog } from '#app/ui/dialog.tsx';
import { cafe } from '#cafe/cafe.ts';
import { type Choice, MAX_ITEMS } from '#domain/basket/basket.ts';
import { whyClosed } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import type { CalendarRules } from '#domain/calendar/rules.ts';
import type { Cake, Size } from '#domain/catalogue/catalogue.ts';
import { messageProblem } from '#domain/orders/message.ts';

interface Offer {
  cake: Cake;
  today: Day;
  calendarRules: CalendarRules;
  isGone: boolean;
}

/**
 * The visitor's choice and the actions of the buttons. The offer may change meanwhile: an unavailable
 * choice is ignored while it lasts, not discarded.
 */
export function useOrderForm({ cake, today, calendarRules, isGone }: Offer) {
  const [sizeId, setSizeId] = useState(cake.sizes.find(isAvailable)?.id);
  const [message, setMessage] = useState('');
  const [wantedDay, setDay] = useState<Day>();
  const [refusal, setRefusal] = useState<'full' | 'unread'>();
  const calendar = useRef<HTMLDivElement>(null);
  const sizeField = useRef<HTMLFieldSetElement>(null);
  const messageField = useRef<HTMLInputElement>(null);
  const { basket } = useBasket();

  const size = cake.sizes.find(({ id }) => id === sizeId);
  const canBuy = !isGone && size !== undefined && isAvailable(size);
  const whyNot = wantedDay && whyClosed(wantedDay, today, calendarRules);
  const day = whyNot ? undefined : wantedDay;
  const wrongMessage = messageProblem(message.trim());

  /** Input before hydration is only in the DOM. */
  const adoptEarlyInput = useEffectEvent(() => {
    const early = sizeField.current?.querySelector<HTMLInputElement>('input:checked');
    if (early) setSizeId(early.value);
    if (messageField.current) setMessage(messageField.current.value);
  });
  useLayoutEffect(() => adoptEarlyInput(), []);

  function chooseDay(chosen: Day): void {
    setDay(chosen);
    // The visitor is likely to open the basket next.
    preloadBasket();
  }

  /** Adds the choice to the basket and opens a dialog. */
  async function buy(thenOpen: DialogId): Promise<void> {
    if (!canBuy) return;
    if (!day) askForDay();
    else if (wrongMessage) messageField.current?.focus();
    else if (await add({ cake, size, messageOnCake: message, selectedDay: day })) {
      openDialog(thenOpen);
    }
  }

  /** Adds a personal touch as an item of its own, for the chosen day. @returns whether it was added. */
  async function addTouch(touch: Cake, touchSize: Size): Promise<boolean> {
    if (day) return add({ cake: touch, size: touchSize, messageOnCake: '', selectedDay: day });
    askForDay();
    return false;
  }

  async function add(choice: Choice): Promise<boolean> {
    const outcome = await addToBasket(choice).catch(() => 'unread' as const);
    setRefusal(outcome === 'added' ? undefined : outcome);
    return outcome === 'added';
  }

  function askForDay(): void {
    calendar.current?.scrollIntoView({ block: 'center' });
    openDialog('select-a-day');
  }

  /** Focuses the first open day after the pop-up has closed, or else the calendar. */
  function focusCalendar(): void {
    const firstOpen = calendar.current?.querySelector<HTMLElement>('td [aria-disabled="false"]');
    (firstOpen ?? calendar.current)?.focus();
  }

  return {
    size,
    message,
    messageProblem: wrongMessage,
    day,
    /** The chosen day, if it has closed since. */
    unavailableDay: whyNot && wantedDay,
    canBuy,
    problem: problemText({
      isOnSale: size !== undefined && isAvailable(size),
      isFull: refusal === 'full' && basket.length >= MAX_ITEMS,
      isUnread: refusal === 'unread',
    }),
    setSizeId,
    setMessage,
    setDay: chooseDay,
    buy,
    addTouch,
    focusCalendar,
    calendar,
    sizeField,
    messageField,
  };
}

function problemText(is: { isOnSale: boolean; isFull: boolean; isUnread: boolean }) {
  if (!is.isOnSale) {
    return `This cannot be ordered online right now. Please ring us on ${cafe.contact.phone.display}.`;
  }
  if (is.isFull) return `Your basket is full: one order takes up to ${MAX_ITEMS} items.`;
  if (is.isUnread) return 'Your basket could not be opened. Please try again in a moment.';
  return undefined;
}

export const NOT_AVAILABLE = 'Not available right now';

/** An order names the payment provider's price. A size without one is shown but cannot be bought. */
export function isAvailable(size: Size): size is Size & { api: string } {
  return size.api !== null;
}
