import type { Day } from '#domain/calendar/day.ts';
import { readTypedDay } from '#domain/calendar/typed-day.ts';
import { type NamedOption, optionsInWords } from '#domain/catalogue/options.ts';
import { titleWithSize } from '#domain/catalogue/sizes.ts';
import { foldText } from '#domain/fold-text.ts';
import type { Order, OrderItem } from '#domain/orders/order.ts';

/** Longer texts are cut: no name, message or number is longer. */
const LONGEST_SEARCH = 200;
/** `Sat 28 November 2026` */
const MOST_WORDS_OF_DAY = 4;
/** More than the words of an order. */
const MOST_WORDS = 20;
/** Fewer digits would find every phone number. */
const FEWEST_DIGITS = 3;

/** What an order is found by, in texts that both databases compare byte by byte. A line for each. */
export interface SearchTexts {
  /** Number, names, cakes with their options, messages and notes. */
  search: string;
  /** E-mail addresses and the phone number, for those who may see them. */
  search_contact: string;
}

interface SearchableOrder extends Pick<Order, 'number' | 'customer'> {
  collector?: string | undefined;
  paymentEmail?: string | undefined;
  note?: string | undefined;
  staffNote?: string | undefined;
  items: (Pick<OrderItem, 'title' | 'size' | 'message'> & {
    options?: readonly NamedOption[] | undefined;
  })[];
}

export function searchTexts(order: SearchableOrder): SearchTexts {
  const { number, customer, collector = '', paymentEmail = '', items } = order;
  const { note = '', staffNote = '' } = order;
  const cakes = items.flatMap((item) => [titleWithSize(item), optionsInWords(item.options ?? [])]);
  const messages = items.map(({ message }) => message);
  return {
    search: linesOf(
      [number, customer.name, collector, ...cakes, ...messages, note, staffNote].map(foldText),
    ),
    search_contact: linesOf([
      foldText(customer.email),
      foldText(paymentEmail),
      digitsOf(customer.phone),
    ]),
  };
}

/** Each once, and each after a line end: `beginning` looks for it. */
function linesOf(texts: string[]): string {
  return [...new Set(texts)]
    .filter((text) => text !== '')
    .map((text) => `\n${text}`)
    .join('');
}

/** What somebody looks for: the orders of a day, or those that have one of these. */
export type Search =
  | { day: Day }
  | {
      /** Finds the order whose whole number it is. */
      number: string;
      /** Find orders that have all of these in `search`, in any order. */
      words: string[];
      /** Find orders that have one of these in `search_contact`. */
      contactTerms: string[];
      /** Finds orders of this day that have all of these words in `search`. */
      onDay?: WordsOnDay | undefined;
    };

interface WordsOnDay {
  day: Day;
  words: string[];
}

/** @returns undefined if nothing was typed. */
export function readSearch(typed: string, today: Day): Search | undefined {
  const cut = typed.slice(0, LONGEST_SEARCH);
  const folded = foldText(cut);
  if (folded === '') return undefined;
  const day = readTypedDay(cut, today);
  if (day) return { day };
  const digits = phoneDigits(cut);
  return {
    number: folded.replace(/^ORDER /, '').replaceAll(' ', ''),
    words: folded.split(' ').slice(0, MOST_WORDS),
    contactTerms: [
      // Of the whole address only the beginning, because many have the same provider.
      folded.includes('@') ? folded : `\n${folded}`,
      ...(digits === undefined ? [] : [digits]),
    ],
    onDay: readWordsOnDay(cut, today),
  };
}

/** Whether what has these texts, for a day, is found. Orders are found in the database (server/orders/find-orders.ts). */
export function isFound(
  search: Search,
  {
    day,
    number,
    search: texts,
    search_contact: contact,
  }: SearchTexts & { day: Day; number: string },
): boolean {
  if ('day' in search) return day === search.day;
  const { words, contactTerms, onDay } = search;
  return (
    number === search.number ||
    words.every((word) => texts.includes(word)) ||
    contactTerms.some((term) => contact.includes(term)) ||
    (onDay?.day === day && onDay.words.every((word) => texts.includes(word)))
  );
}

/** `o’brien 28th`, `Saturday carrot` */
function readWordsOnDay(typed: string, today: Day): WordsOnDay | undefined {
  const parts = typed.trim().split(/\s+/);
  for (let count = Math.min(MOST_WORDS_OF_DAY, parts.length - 1); count > 0; count -= 1) {
    for (const [ofDay, others] of [
      [parts.slice(-count), parts.slice(0, -count)],
      [parts.slice(0, count), parts.slice(count)],
    ] as const) {
      const day = readTypedDay(ofDay.join(' '), today);
      const folded = foldText(others.join(' '));
      if (day && folded !== '') return { day, words: folded.split(' ').slice(0, MOST_WORDS) };
    }
  }
  return undefined;
}

/** `+44 7700 900123`, `07700 900 123` and `900123` all find `07700900123` and `+447700900123`. */
function phoneDigits(typed: string): string | undefined {
  const text = typed.normalize('NFKC').trim();
  if (!/^[\d\s()+./-]+$/.test(text)) return undefined;
  const national = text.replace(/^(\+|00)44/, '');
  const digits = digitsOf(national).replace(/^0/, '');
  return digits.length >= FEWEST_DIGITS ? digits : undefined;
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}
