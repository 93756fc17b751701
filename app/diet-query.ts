import { type Diet, diets } from '#domain/catalogue/diets.ts';

/** `diet=vegan&diet=no-nuts`, as `dietQuery` writes it: a part of a regular expression, for the page cache. */
export const DIET_QUERY = subsetsOf(diets.map(({ diet }) => diet))
  .map(writeQuery)
  .filter((query) => query !== '')
  .join('|');

/** The chosen diets. Ignores unknown values. */
export function readDiets(query: URLSearchParams): Diet[] {
  const chosen = query.getAll('diet');
  return diets.flatMap(({ diet }) => (chosen.includes(diet) ? [diet] : []));
}

/** The query of a URL, always in the same order, so that each choice has one URL. */
export function dietQuery(chosen: Diet[]): string {
  const query = writeQuery(diets.flatMap(({ diet }) => (chosen.includes(diet) ? [diet] : [])));
  return query && `?${query}`;
}

function writeQuery(chosen: Diet[]): string {
  return chosen.map((diet) => `diet=${diet}`).join('&');
}

function subsetsOf(all: Diet[]): Diet[][] {
  return Array.from({ length: 2 ** all.length }, (_, bits) =>
    all.filter((_diet, index) => bits & (2 ** index)),
  );
}
