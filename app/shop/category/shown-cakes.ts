import { data, redirect } from 'react-router';
import { readPageNumber } from '#app/page-number.ts';
import { cakesInSeason } from '#domain/calendar/cake-rules.ts';
import { nutMark } from '#domain/catalogue/allergens.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import { type Diet, diets, filterFor, suits } from '#domain/catalogue/diets.ts';
import { describeServings } from '#domain/catalogue/servings.ts';
import { fromPrice } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import { shownRules } from '#server/content/shown-rules.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import type { Card } from './cake-list.tsx';
import { listPath, readChoice } from './list-path.ts';

interface List {
  /** Its URL without a choice. */
  path: string;
  /** A slug; all cakes when it is missing. */
  category?: string;
  perPage: number;
}

/**
 * For loaders: the cakes of a list that suit the request's choice.
 * @throws a 404 page for a page that there is not.
 */
export async function shownCakes(shop: Shop, request: Request, { path, category, perPage }: List) {
  const [{ catalogue }, { rules }] = await Promise.all([shop.content(), shownRules(shop)]);
  const query = new URL(request.url).searchParams;
  const choice = readChoice(query);
  // The first page has one URL, without a number.
  if (query.get('page') === '1') throw redirect(listPath(path, choice), 301);
  const page = readPageNumber(query.get('page'));
  const inSeason = cakesInSeason(catalogue.cakes, todayAt(shop), rules);
  const filter = filterFor(choice.diets);
  const { sort } = choice;
  const shown = page && catalogue.page({ category, filter, sort, inSeason, page, perPage });
  if (!shown) throw data(null, { status: 404 });
  const { cakes, ...counts } = shown;
  return { ...counts, choice, cards: cakes.map((cake) => cardOf(cake, inSeason.includes(cake))) };
}

/** What browsers are told of a cake in a list: they need no rules to show it. */
function cardOf(cake: Cake, isInSeason: boolean): Card {
  const { ingredients: _, keeping: __, ...listed } = cake;
  return {
    id: cake.id,
    cake: listed,
    servings: describeServings(cake),
    price: formatPence(fromPrice(cake)),
    marks: marksOf(cake, isInSeason),
  };
}

function marksOf(cake: Cake, isInSeason: boolean): string[] {
  const marked = diets.filter((rule) => MARKED_DIETS.includes(rule.diet) && suits(cake, rule));
  const names = marked.map(({ name }) => name);
  const nuts = nutMark(cake);
  return [...(isInSeason ? ['In season'] : []), ...names, ...(nuts ? [nuts] : [])];
}

const MARKED_DIETS: Diet[] = ['vegan', 'no-gluten'];
