import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { addedLines } from '#domain/catalogue/allergens.ts';
import type { Cake, OptionChoice, OptionGroup } from '#domain/catalogue/catalogue.ts';
import { choiceSuits, filterFor, suits } from '#domain/catalogue/diets.ts';
import { chosenAtFirst, orderedOption } from '#domain/catalogue/options.ts';
import { formatPence } from '#domain/money.ts';
import type { OrderedOption } from '#domain/orders/order.ts';

// In words here, so that browsers need only show them.

export interface ShownOptions {
  groups: ShownGroup[];
  /** What is chosen before the visitor chooses, as a form sends it: `sponge=vanilla`. */
  atFirst: string;
  /** `Suits vegans.`, if the cake does with options that do. */
  vegan?: string;
}

export interface ShownGroup {
  id: string;
  /** `Filling: up to 3, if you like` */
  title: string;
  /** Of its inputs. */
  type: 'radio' | 'checkbox' | 'text';
  /** How many must be chosen. */
  least: number;
  /** How many can be chosen, or how many letters written. */
  most: number;
  /** If too many are chosen, or none where one is needed. */
  problem: string;
  choices: ShownChoice[];
}

export interface ShownChoice {
  /** As a basket keeps it. */
  option: OrderedOption;
  /** What it adds. */
  allergens: string[];
  mayContain?: string[] | undefined;
  /** `+£3 · Contains: Nuts (almonds) · sold out until Thu 3 Dec` */
  facts: string;
  isVegan: boolean;
  /** The first day for which it can be had; empty if it can be for all, `NEVER` without a price at the payment provider. */
  from: string;
  /** Why it cannot be had for each day, and what to do. */
  soldOut?: string;
}

const NEVER = '9999-12-31';

const VEGAN = filterFor(['vegan']);

/** @param first the first day that can be chosen. */
export function shownOptions(cake: Cake, first: Day): ShownOptions | undefined {
  if (!cake.options) return undefined;
  // Whatever is chosen.
  const isVegan = suits({ ...cake, options: undefined }, VEGAN, first);
  const atFirst = chosenAtFirst(cake, first).map(({ group, choice }) => [group, choice]);
  return {
    groups: cake.options.map((group) => shownGroup(group, first, isVegan)),
    atFirst: String(new URLSearchParams(atFirst)),
    ...(isVegan && { vegan: 'Suits vegans.' }),
  };
}

function shownGroup(group: OptionGroup, first: Day, isCakeVegan: boolean): ShownGroup {
  const { id, choices } = group;
  return {
    id,
    ...limitsOf(group),
    choices: choices.map((choice) => shownChoice(group, choice, first, isCakeVegan)),
  };
}

function limitsOf(group: OptionGroup): Omit<ShownGroup, 'id' | 'choices'> {
  const { name } = group;
  switch (group.kind) {
    case 'one':
      return { title: name, type: 'radio', least: 1, most: 1, problem: 'Please choose one.' };
    case 'several': {
      const { most } = group;
      const some = most === 1 ? 'one' : `up to ${most}`;
      const problem = `Please choose ${some}.`;
      return { title: `${name}: ${some}, if you like`, type: 'checkbox', least: 0, most, problem };
    }
    case 'text':
      return {
        title: `${name}, if you like`,
        type: 'text',
        least: 0,
        most: group.limit,
        problem: '',
      };
  }
}

function shownChoice(
  group: OptionGroup,
  choice: OptionChoice,
  first: Day,
  isCakeVegan: boolean,
): ShownChoice {
  const { name, price, api, contains, mayContain, soldOutUntil } = choice;
  const isVegan = choiceSuits(choice, VEGAN);
  const isOff = price > 0 && api === null;
  const until = soldOutUntil && soldOutUntil > first ? soldOutUntil : undefined;
  const soldOut = isOff
    ? 'not available right now'
    : until && `sold out until ${dayInWords(until, 'short')}`;
  const facts = [
    group.kind === 'text' &&
      (group.limit === 1 ? 'one letter or number' : `up to ${group.limit} letters or numbers`),
    price > 0 && `+${formatPence(price)}`,
    ...addedLines({ contains, mayContain }).map(({ word, names }) => `${word}: ${names}`),
    isCakeVegan && (isVegan ? 'Suits vegans' : 'Not for vegans'),
    soldOut,
  ];
  return {
    option: orderedOption(group, choice),
    allergens: contains ?? [],
    ...(mayContain && { mayContain }),
    facts: facts.filter((fact) => fact).join(' · '),
    isVegan,
    from: isOff ? NEVER : (until ?? ''),
    ...(soldOut && {
      soldOut: `${group.name}: ${name} is ${soldOut}. Please choose something else${until ? ', or a later day' : ''}.`,
    }),
  };
}
