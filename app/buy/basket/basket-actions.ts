import type { Basket, BasketItem } from '#domain/basket/basket.ts';
import {
  type Choice,
  isEqualItem,
  MAX_ITEMS,
  newItem,
  removeItems,
} from '#domain/basket/basket.ts';
import { basketTime } from '#domain/basket/basket-time.ts';
import { addCopy, bringAddOns, changeLine, setTime } from '#domain/basket/lines.ts';
import { changeBasket, NO_NOTICES, readBasket } from './basket-store.ts';

// Loaded on first use: most visits only read the basket.

export interface PutOptions {
  /** The item that the choice replaces, with its equals. */
  edited?: BasketItem | undefined;
  /**
   * Whether an equal item in the basket is enough. Visitors who come back from the card page and buy again
   * want the same cake, not a second one; the pick-up panel says so.
   */
  once?: boolean;
}

/** @returns what to say to the visitor if it did not fit. */
export async function putInBasket(
  choice: Choice,
  { edited, once = false }: PutOptions = {},
): Promise<string | undefined> {
  const basket = await readBasket();
  const item = newItem(choice, randomId());
  const equal = basket.find((other) => isEqualItem(other, item));
  if (edited)
    await changeBasket((now) => atOneTime(changeLine(now, edited, choice), choice), NO_NOTICES);
  else if (once && equal) {
    const notices = { ...NO_NOTICES, repeated: equal.id };
    await changeBasket((now) => atOneTime(bringAddOns(now, equal), choice), notices);
  } else if (basket.length >= MAX_ITEMS) return FULL;
  else {
    const withItem = (now: Basket) => bringAddOns([...now, item], item);
    await changeBasket((now) => atOneTime(withItem(now), choice), NO_NOTICES);
  }
  return undefined;
}

const FULL = `Your basket is full: one order takes up to ${MAX_ITEMS} items.`;

/** @returns what to say to the visitor if it did not fit. */
export async function addOneMore(item: BasketItem): Promise<string | undefined> {
  if ((await readBasket()).length >= MAX_ITEMS) return FULL;
  await changeBasket((now) => addCopy(now, item, randomId()));
  return undefined;
}

/** The time that was chosen last counts for everything of the day. */
function atOneTime(basket: Basket, { selectedDay, time }: Choice): Basket {
  const chosen = time ?? basketTime(basket, selectedDay);
  return chosen ? setTime(basket, selectedDay, chosen) : basket;
}

export async function removeFromBasket(ids: readonly number[]): Promise<void> {
  await changeBasket((basket) => removeItems(basket, ids));
}

export function randomId(): number {
  const [id = 0] = crypto.getRandomValues(new Uint32Array(1));
  return id;
}
