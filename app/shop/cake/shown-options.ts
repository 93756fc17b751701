import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { allergenLines } from '#domain/catalogue/allergens.ts';
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
  name: string;
  /** Of its inputs. */
  type: 'radio' | 'checkbox' | 'text';
  /** `up to 3` */
  limits: string;
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
  /** It has no price at the payment provider yet. */
  isOff: boolean;
  /** Set if that is after the first day that can be chosen. */
  soldOutUntil?: Day;
  /** Why it cannot be had for each day, and what to do. */
  soldOut?: string;
}

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
  const { id, name, choices } = group;
  return {
    id,
    name,
    ...limitsOf(group),
    choices: choices.map((choice) => shownChoice(group, choice, first, isCakeVegan)),
  };
}

function limitsOf(group: OptionGroup): Pick<ShownGroup, 'type' | 'limits' | 'most' | 'problem'> {
  switch (group.kind) {
    case 'one':
      return { type: 'radio', limits: '', most: 1, problem: 'Please choose one.' };
    case 'several': {
      const { most } = group;
      const limits = `up to ${most}, if you like`;
      return { type: 'checkbox', limits, most, problem: `Please choose up to ${most}.` };
    }
    case 'text': {
      const { limit } = group;
      const limits = limit === 1 ? 'one letter or number' : `up to ${limit} letters or numbers`;
      return { type: 'text', limits: `${limits}, if you like`, most: limit, problem: '' };
    }
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
  // Not that it contains none of the allergens: the cake does.
  const added = allergenLines({ allergens: contains ?? [], mayContain }).slice(contains ? 0 : 1);
  const facts = [
    price > 0 && `+${formatPence(price)}`,
    ...added.map(({ word, names }) => `${word}: ${names}`),
    isCakeVegan && (isVegan ? 'Suits vegans' : 'Not for vegans'),
    soldOut,
  ];
  return {
    option: orderedOption(group, choice),
    allergens: contains ?? [],
    ...(mayContain && { mayContain }),
    facts: facts.filter((fact) => fact).join(' · '),
    isVegan,
    isOff,
    ...(until && { soldOutUntil: until }),
    ...(soldOut && {
      soldOut: `${group.name}: ${name} is ${soldOut}. Please choose something else${until ? ', or a later day' : ''}.`,
    }),
  };
}
