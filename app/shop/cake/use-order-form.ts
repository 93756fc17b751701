import { useEffect, useEffectEvent, useLayoutEffect, useReducer, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type * as BasketActions from '#app/buy/basket/basket-actions.ts';
import type { PutOptions } from '#app/buy/basket/basket-actions.ts';
import { preloadBasket } from '#app/buy/basket/basket-drawer.tsx';
import { useBasket } from '#app/buy/basket/basket-store.ts';
import { useCloseFullDays } from '#app/buy/basket/open-days.ts';
import { prefetchToken } from '#app/buy/bot-check/bot-check.ts';
import { useCafe } from '#app/ui/cafe.ts';
import { type DialogId, openDialog } from '#app/ui/open-dialogs.ts';
import { storedInHistory } from '#app/ui/stored.ts';
import type { Basket, BasketItem, Choice } from '#domain/basket/basket.ts';
import { basketTime } from '#domain/basket/basket-time.ts';
import { firstDay, offeredDays, whyClosed } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { isDay } from '#domain/calendar/days.ts';
import type { CollectionTime, DayRules } from '#domain/calendar/rules.ts';
import type { Cake, Size } from '#domain/catalogue/catalogue.ts';
import { smallestFor } from '#domain/catalogue/sizes.ts';
import { messageProblem, pipingProblem } from '#domain/orders/plain-text.ts';
import { useMadeCake } from './option-parts.ts';
import type { DayQuestion } from './select-a-day.tsx';
import type { ShownOptions } from './shown-options.ts';

/** What the visitor has chosen here; what is missing is that of the edited item, or the first. */
interface Chosen {
  sizeId?: string | undefined;
  /** How many people it is for, as typed. */
  people?: string | undefined;
  /** The form of the options, as it would be sent. */
  options?: string | undefined;
  message?: string | undefined;
  day?: Day | undefined;
  /** Of that day; if it is missing, that of the basket. */
  time?: CollectionTime | undefined;
}

/** For Back from the card page and for reloads. */
const keptChoice = storedInHistory('choice', isChosen);

export interface Offer {
  cake: Cake;
  /** Missing for a cake without. */
  options: ShownOptions | undefined;
  today: Day;
  calendarRules: DayRules;
  /** The cafe has hidden the cake while the page was open. */
  isGone: boolean;
  /** What to do about a size without a price at the payment provider; missing if there is none. */
  notOrderable: string | undefined;
}

/**
 * The visitor's choice and the actions of the buttons. The offer may change meanwhile: an unavailable
 * choice is ignored while it lasts, not discarded.
 */
export function useOrderForm({ cake, options, today, calendarRules, isGone, notOrderable }: Offer) {
  const { basket } = useBasket();
  const { piping } = useCafe();
  const edited = useEditedItem(cake, basket);
  const [firstSize] = useState(cake.sizes.find(isAvailable)?.id);
  const [chosen, update] = useReducer(withChange, {});
  const [rejection, setRejection] = useState<{ text: string; items: number }>();
  const calendar = useRef<HTMLDivElement>(null);
  const sizeField = useRef<HTMLDivElement>(null);
  const messageField = useRef<HTMLInputElement>(null);
  const optionFields = useRef<HTMLFormElement>(null);
  const { key } = useLocation();
  /** The cakes whose place in the basket is being changed: the script for it may still be coming. */
  const changing = useRef(new Set<string>());
  const selectADay = useRef<DayQuestion>(null);

  const sizeId = chosen.sizeId ?? edited?.size.id ?? firstSize;
  const people = chosen.people ?? '';
  const message = chosen.message ?? edited?.messageOnCake ?? '';
  const size = cake.sizes.find(({ id }) => id === sizeId);
  const made = useMadeCake(options, cake, chosen.options, edited?.options);
  const closeFullDays = useCloseFullDays();
  // One that has just been added is this one.
  const isCounted = (item: BasketItem) => item === edited || item.size.id === sizeId;
  const rules =
    closeFullDays && size
      ? closeFullDays(calendarRules, {
          items: [{ cake, size, options: made?.options }],
          sizes: cake.sizes,
          basket,
          isCounted,
        })
      : calendarRules;
  // Stable while the page is open, even if a day closes, so that no button moves under a finger; but full
  // days become known only now, and after the cut-off and midnight all days are others.
  const first = firstDay(today, calendarRules);
  const [{ offered, isRoomKnown, offeredFrom }, setOffered] = useState(offer);
  if ((closeFullDays && !isRoomKnown) || offeredFrom !== first) setOffered(offer);
  // Most visitors collect everything at once.
  const basketDay = basket.at(-1)?.selectedDay;
  const isFromBasket = !chosen.day && !edited && isOpen(basketDay);
  const wantedDay = chosen.day ?? edited?.selectedDay ?? (isFromBasket ? basketDay : undefined);
  const canBuy = !isGone && size !== undefined && isAvailable(size);
  const whyNot = wantedDay && whyClosed(wantedDay, today, rules);
  const day = whyNot ? undefined : wantedDay;
  const time = day && (chosen.time ?? basketTime(basket, day));
  const wrongMessage = cake.offMessage
    ? undefined
    : (messageProblem(message.trim()) ?? pipingProblem(message.trim(), piping));

  function offer() {
    const isRoomKnown = closeFullDays !== undefined;
    return { offered: offeredDays(today, rules), isRoomKnown, offeredFrom: first };
  }

  function isOpen(day: Day | undefined): boolean {
    return day !== undefined && whyClosed(day, today, rules) === undefined;
  }

  /** What the day has no room for: the choice, with what else of the basket is collected then. */
  function lackingRoom(day: Day) {
    const isFull = !isOpen(day) && whyClosed(day, today, calendarRules) === undefined;
    if (!isFull || !size) return undefined;
    const others = basket.filter((item) => item.selectedDay === day && !isCounted(item));
    return [{ cake, size, options: made?.options }, ...others];
  }

  /** Takes over input before hydration, which is only in the DOM, and the choice of an earlier visit. */
  const adoptEarlyInput = useEffectEvent(() => {
    const kept = keptChoice.read();
    const early = sizeField.current?.querySelector<HTMLInputElement>('input:checked')?.value;
    const typed = sizeField.current?.querySelector<HTMLInputElement>('[name=people]')?.value;
    const written = messageField.current?.value ?? message;
    update({
      sizeId: early === sizeId ? kept?.sizeId : early,
      people: typed || kept?.people,
      options: made?.typedEarly(optionFields.current) ?? kept?.options,
      message: written === message ? kept?.message : written,
      day: kept?.day,
      time: kept?.time,
    });
    if (typed && early === sizeId) update(forPeople(typed));
  });
  useLayoutEffect(() => adoptEarlyInput(), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to a part of the page makes a new entry.
  useEffect(() => keptChoice.write(chosen), [chosen, key]);

  function choose(changed: Chosen): void {
    // Only now: most visitors look at cakes and order none.
    prefetchToken();
    update(changed);
  }

  /** With the smallest size for them. One that is chosen directly afterwards stays. */
  function forPeople(typed: string): Chosen {
    const people = typed.replace(/\D/g, '');
    const enough = smallestFor(Number(people), cake.sizes.filter(isAvailable));
    return Number(people) && enough ? { people, sizeId: enough.id } : { people };
  }

  function chooseDay(day: Day): void {
    choose({ day, time: undefined });
    // The visitor is likely to open the basket next.
    preloadBasket();
  }

  /** Adds the choice to the basket, or changes the edited item, and opens a dialog. */
  async function buy(thenOpen: DialogId): Promise<void> {
    if (!canBuy) return;
    const selectedDay = day ?? (await askForDay());
    if (!selectedDay) return;
    const wrong = wrongMessage
      ? messageField.current
      : optionFields.current?.querySelector<HTMLElement>('[data-wrong] :enabled');
    if (wrong) return wrong.focus();
    const choice = {
      cake,
      size,
      options: made?.options,
      messageOnCake: message,
      selectedDay,
      time,
    };
    if (await put(choice, { edited, once: thenOpen === 'pick-up' })) openDialog(thenOpen);
  }

  /** Adds an add-on as an item of its own, for the chosen day, unless the cake has it: then it has a quantity. */
  async function addAddOn(addOn: Cake, addOnSize: Size): Promise<void> {
    const selectedDay = day ?? (await askForDay());
    if (!selectedDay) return;
    const choice = { cake: addOn, size: addOnSize, messageOnCake: '', selectedDay, time };
    await put({ ...choice, addOnFor: cake.id }, { once: true });
  }

  async function addOneMore(item: BasketItem): Promise<void> {
    await change(item.cake.id, (actions) => actions.addOneMore(item));
  }

  async function removeOne({ id, cake }: BasketItem): Promise<void> {
    await change(cake.id, async (actions) => {
      await actions.removeFromBasket([id]);
      return undefined;
    });
  }

  async function put(choice: Choice, options?: PutOptions): Promise<boolean> {
    const isDone = await change(choice.cake.id, (actions) => actions.putInBasket(choice, options));
    // It is the basket's by now, which may change it.
    if (isDone) choose({ time: undefined });
    return isDone;
  }

  /** @returns whether the basket is as it was asked for. */
  async function change(
    cakeId: string,
    act: (actions: typeof BasketActions) => Promise<string | undefined>,
  ): Promise<boolean> {
    // A second press of the same button. A candle and the cake may be added at once.
    if (changing.current.has(cakeId)) return false;
    changing.current.add(cakeId);
    const text = await import('#app/buy/basket/basket-actions.ts')
      .then(act)
      .catch(() => NOT_OPENED);
    changing.current.delete(cakeId);
    setRejection(text ? { text, items: basket.length } : undefined);
    return !text;
  }

  /** Asks in the pop-up. Without an answer the first open day of the calendar gets the focus. */
  async function askForDay(): Promise<Day | undefined> {
    calendar.current?.scrollIntoView({ block: 'center' });
    const day = await selectADay.current?.ask();
    const firstOpen = calendar.current?.querySelector<HTMLElement>('td [aria-disabled="false"]');
    if (day) chooseDay(day);
    else (firstOpen ?? calendar.current)?.focus();
    return day;
  }

  return {
    size,
    made,
    optionFields,
    message,
    messageProblem: wrongMessage,
    day,
    time,
    rules,
    offered,
    isFromBasket,
    isEditing: edited !== undefined,
    /** The chosen day, if it has closed since. */
    unavailableDay: whyNot && wantedDay,
    canBuy,
    problem:
      size && isAvailable(size)
        ? // A rejection is out of date once the basket has changed.
          rejection?.items === basket.length
          ? rejection.text
          : undefined
        : notOrderable,
    choose,
    people,
    choosePeople: (typed: string) => choose(forPeople(typed)),
    chooseDay,
    buy,
    addAddOn,
    addOneMore,
    removeOne,
    /** The add-ons of the cake in the basket. */
    addOnItems: basket.filter(({ addOnFor }) => addOnFor === cake.id),
    isOpen,
    lackingRoom,
    selectADay,
    calendar,
    sizeField,
    messageField,
  };
}

/** The basket item that the visitor came to change, by the navigation state of its Edit link. */
function useEditedItem(cake: Cake, basket: Basket): BasketItem | undefined {
  const state: unknown = useLocation().state;
  const edited: unknown = Object(state).edit;
  return basket.find((item) => item.id === edited && item.cake.id === cake.id);
}

function withChange(before: Chosen, changed: Chosen): Chosen {
  return { ...before, ...changed };
}

function isChosen(value: unknown): value is Chosen {
  const {
    sizeId = '',
    people = '',
    options = '',
    message = '',
    day,
    time = '',
  }: Record<string, unknown> = Object(value);
  const texts = [sizeId, people, options, message, time];
  return texts.every((text) => typeof text === 'string') && (day === undefined || isDay(day));
}

/** After an update of the shop only a reload finds the script. The choice is kept. */
const NOT_OPENED =
  'Your basket could not be opened. Please check your connection and reload the page.';

export const NOT_AVAILABLE = 'Not available right now';

/** An order names the payment provider's price. A size without one is shown but cannot be bought. */
export function isAvailable(size: Size): size is Size & { api: string } {
  return size.api !== null;
}
