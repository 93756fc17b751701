import { type ParseArgsConfig, parseArgs } from 'node:util';
import * as z from 'zod';
import type { DayRange } from '#domain/calendar/close-days.ts';
import { Day } from '#domain/calendar/day.ts';
import type { PriceChange } from '#domain/catalogue/change-price.ts';
import type { CustomerSelector } from '#domain/orders/anonymise-orders.ts';
import { Pounds } from '#domain/pence.ts';

const FEWEST_DIGITS = 6;

/** Parses the options of `npm run orders:forget`. @returns undefined unless one selects orders. */
export function parseCustomerSelector(args: string[]): CustomerSelector | undefined {
  const text = { type: 'string' } as const;
  const parsed = parseOptions(args, { email: text, phone: text, all: { type: 'boolean' } });
  if (!parsed || parsed.positionals.length > 0) return undefined;
  const { email = '', phone = '', all = false } = parsed.values;
  const selectors: CustomerSelector[] = [
    ...(all ? ['everybody' as const] : []),
    ...(email.trim() === '' ? [] : [{ email: email.trim() }]),
    // With fewer digits it would be other people's too.
    ...(phone.replaceAll(/\D/g, '').length < FEWEST_DIGITS ? [] : [{ phone }]),
  ];
  return selectors.length === 1 ? selectors[0] : undefined;
}

/** @returns undefined for an unknown option: the usage helps more than the message of `parseArgs`. */
export function parseOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    return undefined;
  }
}

export type CatalogueCommand =
  | { command: 'list' }
  | ({ command: 'price' } & PriceChange)
  | { command: 'hide' | 'show'; cake: string }
  | ({ command: 'close' | 'open' } & DayRange);

/** `hint`: what to type instead, for the cafe's owner. */
type ParsedCommand =
  | { ok: true; command: CatalogueCommand | { command: 'help' } }
  | { ok: false; hint: string };

const COMMANDS = ['list', 'price', 'hide', 'show', 'close', 'open', 'help'];

/** `2026-12-24`, `24.12.2026` or `24/12/2026`. */
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

/**
 * Parses the arguments of `npm run catalogue`. They are words and no options: `parseArgs` would take
 * the price in `price berry 8 -5` for an option.
 */
export function parseCatalogueCommand(args: string[]): ParsedCommand {
  const [typed = '', ...rest] = args.map((word) => word.trim());
  const command = typed.replace(/^--?/, '').toLowerCase();
  switch (command) {
    case 'help':
      return { ok: true, command: { command } };
    case 'list':
      return { ok: true, command: { command } };
    case 'price':
      return parsePrice(rest);
    case 'hide':
    case 'show':
      return parseCake(command, rest);
    case 'close':
    case 'open':
      return parseDays(command, rest);
    default:
      return { ok: false, hint: unknownCommand(typed) };
  }
}

function unknownCommand(typed: string): string {
  if (typed === '') return 'Say what is to be done.';
  const [near] = suggest(typed.toLowerCase(), COMMANDS);
  return `There is no “${typed}” here.${near ? ` Did you mean ${near}?` : ''}`;
}

/** The size is everything between the cake and the price, such as `Box of 6`. */
function parsePrice(words: string[]): ParsedCommand {
  const [cake, ...size] = words.slice(0, -1);
  const amount = words.at(-1) ?? '';
  if (!cake || size.length === 0) {
    return { ok: false, hint: 'Say cake, size and price: price berry-drip-cake 8 70' };
  }
  const price = Pounds.safeParse(amount);
  if (!price.success) {
    const hint = `“${amount}” is not a price. Write pounds as 70 or 70.50, at most 100000.`;
    return { ok: false, hint };
  }
  return { ok: true, command: { command: 'price', cake, size: size.join(' '), price: price.data } };
}

/** The cake may be a title of several words. */
function parseCake(command: 'hide' | 'show', words: string[]): ParsedCommand {
  const cake = words.join(' ');
  if (cake === '') return { ok: false, hint: `Say which cake: ${command} berry-drip-cake` };
  return { ok: true, command: { command, cake } };
}

function parseDays(command: 'close' | 'open', words: string[]): ParsedCommand {
  const [first, last = first, ...others] = words;
  if (!first || !last || others.length > 0) {
    const hint = `Say one day, or the first and the last: ${command} 24.12.2026 26.12.2026`;
    return { ok: false, hint };
  }
  const stretch = z.object({ first: TypedDay, last: TypedDay }).safeParse({ first, last });
  if (stretch.success) return { ok: true, command: { command, ...stretch.data } };
  const wrong = TypedDay.safeParse(first).success ? last : first;
  const hint = `“${wrong}” is not a day. Write it as 24.12.2026 or 2026-12-24.`;
  return { ok: false, hint };
}

const MAX_SUGGESTIONS = 3;
/** One edit for every three characters typed. */
const CHARACTERS_PER_EDIT = 3;

/** The candidates that `typed` may be a misspelling of, closest first. */
export function suggest(typed: string, candidates: string[]): string[] {
  const ranked = candidates.map((name) => ({ name, edits: substringDistance(typed, name) }));
  const fewest = Math.min(...ranked.map(({ edits }) => edits));
  const most = Math.max(1, Math.floor(typed.length / CHARACTERS_PER_EDIT));
  return ranked
    .filter(({ edits }) => edits <= Math.min(most, fewest + 1))
    .sort((a, b) => a.edits - b.edits || a.name.length - b.name.length)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name);
}

/** The edit distance between `typed` and the nearest substring of `name` (Sellers, 1980). */
function substringDistance(typed: string, name: string): number {
  const characters = [...name];
  let row = [0, ...characters.map(() => 0)];
  for (const [index, typedCharacter] of [...typed].entries()) {
    const previous = row;
    row = [index + 1];
    for (const [column, character] of characters.entries()) {
      const substituted = (previous[column] ?? 0) + (typedCharacter === character ? 0 : 1);
      row.push(Math.min(substituted, (previous[column + 1] ?? 0) + 1, (row[column] ?? 0) + 1));
    }
  }
  return Math.min(...row);
}
