import type { Day } from '#domain/calendar/day.ts';
import type { OptionChoice, OptionGroup } from '#domain/catalogue/catalogue.ts';
import { type ChosenOption, chosenAtFirst } from '#domain/catalogue/options.ts';
import type { Pence } from '#domain/pence.ts';
import { readPounds } from '#domain/read-pounds.ts';

// The form of an order on the phone. Each row of it, a cake or a free line, has an id, which its fields have in their names.

export const MOST_ITEMS = 10;

/** Chosen instead of a cake for a free line. No cake has this id. */
export const FREE_LINE = '+';

/** What a free line takes of its day if nobody says: an 8-inch cake. */
export const USUAL_UNITS = '2';

/** A quote is paid, in whole or in part, to accept it. */
export const QUOTE = 'quote';

export const PAY_WORDS = {
  link: 'By a link',
  counter: 'At the counter',
  already: 'Paid already',
  [QUOTE]: 'They want a quote first',
};

/** `50%` of the total, or pounds. @returns undefined for anything else. */
export function readDeposit(typed: string, total: Pence): Pence | undefined {
  const [, percent] = /^(\d{1,2}) ?%$/.exec(typed.trim()) ?? [];
  return percent === undefined ? readPounds(typed) : Math.round((total * Number(percent)) / 100);
}

export type DraftItem = ReturnType<typeof readItems>[number];

/** The cakes and free lines, as typed. @param values of the form, by name. */
export function readItems(values: Record<string, string[]>) {
  const { row: rows = [] } = values;
  return rows.slice(0, MOST_ITEMS).map((row) => {
    const all = (name: string) => values[`${name}-${row}`] ?? [];
    const field = (name: string) => all(name)[0] ?? '';
    const isNoFood = field('no-food') !== '';
    return {
      row,
      /** The id of a cake, or `FREE_LINE`. */
      cake: field('cake'),
      /** In pounds, instead of the price of the size. Of a free line, its price. */
      agreed: field('agreed').trim(),
      message: field('message'),
      /** The message that is wanted although customers cannot order it. */
      piped: field('piped'),
      catalogue: {
        /** The id of a size and the price that is shown: `victoria-8~4800`. */
        size: field('size'),
        /** What is chosen of its options, by group: the ids of choices with the prices that are shown, or a text. */
        options: optionsOf(values, row),
        /** As shown, and read out. */
        allergens: splitNames(field('allergens')),
        mayContain: splitNames(field('may-contain')),
      },
      free: {
        title: field('title'),
        units: field('units').trim() || (isNoFood ? '0' : USUAL_UNITS),
        contains: all('contains'),
        containsNone: field('contains-none') !== '',
        mayContain: all('traces'),
        isNoFood,
        hasVat: field('vat') !== '',
      },
    };
  });
}

export function optionField(row: string, group: string): string {
  return `option-${row}-${group}`;
}

function optionsOf(values: Record<string, string[]>, row: string): Record<string, string[]> {
  const prefix = optionField(row, '');
  const own = Object.entries(values).filter(([name]) => name.startsWith(prefix));
  return Object.fromEntries(own.map(([name, chosen]) => [name.slice(prefix.length), chosen]));
}

interface DraftOption {
  group: string;
  choice: string;
  text?: string;
  /** As it is now; undefined if the choice is not offered any more. */
  now: OptionChoice | undefined;
  /** The price is not the one that is shown. */
  isRepriced: boolean;
}

/** What a form would send. */
export function valuesOf(form: HTMLFormElement): Record<string, string[]> {
  const data = new FormData(form);
  const names = new Set(data.keys());
  return Object.fromEntries([...names].map((name) => [name, data.getAll(name).map(String)]));
}

/** What is chosen of the options of a cake: of a group whose field is not among the values, what is chosen at first. */
export function chosenOptions(
  options: readonly OptionGroup[],
  values: Record<string, string[]>,
  row: string,
  today: Day,
): ChosenOption[] {
  const typed = optionsOf(values, row);
  const first = chosenAtFirst({ options: [...options] }, today);
  return [
    ...first.filter(({ group }) => typed[group] === undefined),
    ...readOptions(options, typed).map(({ group, choice }) => ({ group, choice })),
  ];
}

/** @param groups of the cake as it is now. @param typed by group, as in a draft. */
export function readOptions(
  groups: readonly OptionGroup[],
  typed: Record<string, string[]>,
): DraftOption[] {
  return groups.flatMap(({ id: group, kind, choices }): DraftOption[] => {
    const values = (typed[group] ?? []).filter((value) => value.trim() !== '');
    if (kind === 'text') {
      const [now] = choices;
      const [text] = values;
      if (!now || text === undefined) return [];
      return [{ group, choice: now.id, text: text.trim(), now, isRepriced: false }];
    }
    return values.map((value) => {
      const { id: choice, price } = readPriced(value);
      const now = choices.find(({ id }) => id === choice);
      return { group, choice, now, isRepriced: now !== undefined && now.price !== price };
    });
  });
}

const SEPARATOR = ' · ';

/** For a hidden field. */
export function joinNames(names: string[]): string {
  return names.join(SEPARATOR);
}

function splitNames(text: string): string[] {
  return text.split(SEPARATOR).filter(Boolean);
}

/** @returns the value of a choice of a size or an option, with its price as shown. */
export function writePriced({ id, price }: { id: string; price: number }): string {
  return `${id}~${price}`;
}

export function readPriced(value: string): { id: string; price: number } {
  const [id = '', price] = value.split('~');
  return { id, price: Number(price ?? 0) };
}
