import { cakesInSeason } from '#domain/calendar/cake-rules.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addedBy, nutMark } from '#domain/catalogue/allergens.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import {
  type CakeFilter,
  choicesToSuit,
  type Diet,
  diets,
  filterFor,
  suits,
} from '#domain/catalogue/diets.ts';
import { optionsInWords } from '#domain/catalogue/options.ts';
import { describeServings } from '#domain/catalogue/servings.ts';
import { fromPrice } from '#domain/catalogue/sizes.ts';
import { sortCakes } from '#domain/catalogue/sort-cakes.ts';
import { formatPence } from '#domain/money.ts';
import { shownRules } from '#server/content/shown-rules.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import type { Card } from './cake-list.tsx';
import { readChoice } from './list-path.ts';

/** For loaders: the cakes that suit the request's choice, of a category or all. @param category a slug. */
export async function shownCakes(shop: Shop, request: Request, category?: string) {
  const [{ catalogue }, { rules }] = await Promise.all([shop.content(), shownRules(shop)]);
  const choice = readChoice(new URL(request.url).searchParams);
  const today = todayAt(shop);
  const inSeason = cakesInSeason(catalogue.cakes, today, rules);
  const all = catalogue.cakesIn(category);
  // In a category of seasonal cakes alone those in season come first, unless it is sorted.
  const isLater = (cake: Cake) => Number(!inSeason.includes(cake));
  const ordered = all.every(({ season }) => season)
    ? all.toSorted((one, other) => isLater(one) - isLater(other))
    : all;
  const suitable = ordered.filter((cake) => suits(cake, filterFor(choice.diets), today));
  const cards = sortCakes(suitable, choice.sort).map((cake) => {
    const season = inSeason.includes(cake) ? ['In season'] : [];
    return cardOf(cake, [...season, ...marksOf(cake, choice.diets, today)]);
  });
  return { choice, cards, unfiltered: all.length };
}

/** What browsers get of a cake in a list: they need no rules to show it. */
function cardOf(cake: Cake, marks: string[]): Card {
  const { ingredients: _, keeping: __, ...listed } = cake;
  return {
    id: cake.id,
    cake: listed,
    servings: describeServings(cake),
    price: formatPence(fromPrice(cake)),
    marks,
  };
}

/** The diets that a cake suits, with what has to be chosen for it, and nuts. @param chosen by which the list is filtered. */
export function marksOf(cake: Cake, chosen: Diet[], today: Day): string[] {
  const wordsFor = (filter: CakeFilter) => {
    const choices = choicesToSuit(cake, filter, today).filter((each) => each !== undefined);
    return choices.length > 0 ? ` with ${optionsInWords(choices)}` : '';
  };
  const together = wordsFor(filterFor(chosen));
  const rules = diets.filter(({ diet }) => chosen.includes(diet));
  const nuts = nutMark(
    cake,
    (cake.options ?? []).flatMap(({ choices }) => choices.map(addedBy)),
  );
  return [
    ...(together ? [`${rules.map(({ name }) => name).join(', ')}${together}`] : []),
    ...diets.flatMap((rule) => {
      const isSaid = together !== '' && rules.includes(rule);
      const isMarked = MARKED_DIETS.includes(rule.diet) && suits(cake, rule, today);
      return isMarked && !isSaid ? [`${rule.name}${wordsFor(rule)}`] : [];
    }),
    ...(nuts ? [nuts] : []),
  ];
}

const MARKED_DIETS: Diet[] = ['vegan', 'no-gluten'];
