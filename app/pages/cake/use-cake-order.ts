import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { addToBasket, useBasket } from '#app/basket/basket-store.ts';
import { type DialogId, openDialog } from '#app/ui/dialog.tsx';
import { cafe } from '#demo/cafe.ts';
import { type Choice, MAX_ITEMS } from '#domain/basket/basket.ts';
import type { Day } from '#domain/calendar/day.ts';
import type { Cake, Size } from '#domain/catalogue/catalogue.ts';
import { MessageOnCake } from '#domain/orders/message.ts';
import { isAvailable } from './availability.ts';

/** What the visitor has chosen so far, and what the buttons do with it. */
export function useCakeOrder(cake: Cake) {
  const [sizeId, setSizeId] = useState(cake.sizes.find(isAvailable)?.id);
  const [message, setMessage] = useState('');
  const [day, setDay] = useState<Day>();
  const [wasRefused, setRefused] = useState(false);
  const calendar = useRef<HTMLDivElement>(null);
  const sizeField = useRef<HTMLFieldSetElement>(null);
  const messageField = useRef<HTMLInputElement>(null);
  const { basket } = useBasket();

  const size = cake.sizes.find(({ id }) => id === sizeId);
  const messageCheck = MessageOnCake.safeParse(message.trim());

  /** What was chosen and typed before the scripts came stands in the fields only. */
  const adoptEarlyInput = useEffectEvent(() => {
    const early = sizeField.current?.querySelector<HTMLInputElement>('input:checked');
    if (early) setSizeId(early.value);
    if (messageField.current) setMessage(messageField.current.value);
  });
  useLayoutEffect(() => adoptEarlyInput(), []);

  /** To the basket, and then on to its drawer or straight to the pick-up details. */
  function buy(thenOpen: DialogId): void {
    if (!size) return;
    if (!day) askForDay();
    else if (!messageCheck.success) messageField.current?.focus();
    else if (add({ cake, size, messageOnCake: message, selectedDay: day })) openDialog(thenOpen);
  }

  /** @returns whether the touch is in the basket, as an item of its own that carries the chosen day. */
  function addTouch(touch: Cake, touchSize: Size): boolean {
    if (day) return add({ cake: touch, size: touchSize, messageOnCake: '', selectedDay: day });
    askForDay();
    return false;
  }

  function add(choice: Choice): boolean {
    const outcome = addToBasket(choice);
    setRefused(outcome === 'full');
    return outcome === 'added';
  }

  function askForDay(): void {
    calendar.current?.scrollIntoView({ block: 'center' });
    openDialog('select-a-day');
  }

  /** Once the pop-up has been read: to the first day that can be chosen, else to the calendar. */
  function focusCalendar(): void {
    const firstOpen = calendar.current?.querySelector<HTMLElement>('td [aria-disabled="false"]');
    (firstOpen ?? calendar.current)?.focus();
  }

  return {
    size,
    message,
    messageProblem: messageCheck.error?.issues[0]?.message,
    day,
    problem: problemText(size !== undefined, wasRefused && basket.length >= MAX_ITEMS),
    setSizeId,
    setMessage,
    setDay,
    buy,
    addTouch,
    focusCalendar,
    calendar,
    sizeField,
    messageField,
  };
}

function problemText(canBeBought: boolean, isFull: boolean): string | undefined {
  if (!canBeBought) {
    return `This cannot be ordered online right now. Please ring us on ${cafe.contact.phone.display}.`;
  }
  return isFull ? `Your basket is full: one order takes up to ${MAX_ITEMS} items.` : undefined;
}
