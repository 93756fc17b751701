import * as z from 'zod';
import type { DayRange } from '#domain/calendar/close-days.ts';
import { Day } from '#domain/calendar/day.ts';
import type { PriceChange } from '#domain/catalogue/change-price.ts';

import { Pence } from '#domain/pence.ts';
import { suggest } from './suggest.ts';

export type Asked =
  | { command: 'help' }
  | { command: 'list' }
  | ({ command: 'price' } & PriceChange)
  | { command: 'hide' | 'show'; cake: string }
  | ({ command: 'close' | 'open' } & DayRange);
/** `meant`: what to write instead, in words for the cafe's owner. */
export type ReadWords = { ok: true; asked: Asked } | { ok: false; meant: string };

const COMMANDS = ['list', 'price', 'hide', 'show', 'close', 'open', 'help'];

/** A shop's price, in digits: `70`, `£70`, `70.50`. With one digit for pence it could be either. */
const Pounds = z
  .string()
  .regex(/^£?\d{1,6}(\.\d\d)?$/)
  .transform((text) => {
    const [pounds, pence] = text.replace('£', '').split('.');
    return Number(pounds) * 100 + Number(pence ?? 0);
  })
  .pipe(Pence.positive());

/** `2026-12-24`, or the day first as it is said here: `24.12.2026`, `24/12/2026`. */
const TypedDay = z
  .string()
  .transform((text) =>
    text.replace(
      /^(\d\d?)([./])(\d\d?)\2(\d{4})$/,
      (_, day: string, _mark, month: string, year: string) =>
        `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`,
    ),
  )
  .pipe(Day);

/** What the owner asks for with the words after `npm run catalogue --`. */
export function readCatalogueWords(words: string[]): ReadWords {
  const [typed = '', ...rest] = words.map((word) => word.trim());
  const command = typed.replace(/^--?/, '').toLowerCase();
  switch (command) {
    case 'help':
      return { ok: true, asked: { command } };
    case 'list':
      return { ok: true, asked: { command } };
    case 'price':
      return readPrice(rest);
    case 'hide':
    case 'show':
      return readCake(command, rest);
    case 'close':
    case 'open':
      return readDays(command, rest);
    default:
      return { ok: false, meant: notACommand(typed) };
  }
}

function notACommand(typed: string): string {
  if (typed === '') return 'Say what is to be done.';
  const [near] = suggest(typed.toLowerCase(), COMMANDS);
  return `There is no “${typed}” here.${near ? ` Did you mean ${near}?` : ''}`;
}

/** The size may be several words, `Box of 6`: it is what stands between the cake and the price. */
function readPrice(words: string[]): ReadWords {
  const [cake, ...size] = words.slice(0, -1);
  const amount = words.at(-1) ?? '';
  if (!cake || size.length === 0) {
    return { ok: false, meant: 'Say cake, size and price: price berry-drip-cake 8 70' };
  }
  const price = Pounds.safeParse(amount);
  if (!price.success) {
    const meant = `“${amount}” is not a price. Write pounds as 70 or 70.50, at most 100000.`;
    return { ok: false, meant };
  }
  return { ok: true, asked: { command: 'price', cake, size: size.join(' '), price: price.data } };
}

/** A title may be several words. */
function readCake(command: 'hide' | 'show', words: string[]): ReadWords {
  const cake = words.join(' ');
  if (cake === '') return { ok: false, meant: `Say which cake: ${command} berry-drip-cake` };
  return { ok: true, asked: { command, cake } };
}

function readDays(command: 'close' | 'open', words: string[]): ReadWords {
  const [first, last = first, ...others] = words;
  if (!first || !last || others.length > 0) {
    const meant = `Say one day, or the first and the last: ${command} 24.12.2026 26.12.2026`;
    return { ok: false, meant };
  }
  const stretch = z.object({ first: TypedDay, last: TypedDay }).safeParse({ first, last });
  if (stretch.success) return { ok: true, asked: { command, ...stretch.data } };
  const wrong = TypedDay.safeParse(first).success ? last : first;
  const meant = `“${wrong}” is not a day. Write it as 24.12.2026 or 2026-12-24.`;
  return { ok: false, meant };
}
