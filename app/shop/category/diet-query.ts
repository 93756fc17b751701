import { type Diet, diets } from '#domain/catalogue/diets.ts';

/** The chosen diets. Ignores unknown values. */
export function readDiets(query: URLSearchParams): Diet[] {
  const chosen = query.getAll('diet');
  return diets.flatMap(({ diet }) => (chosen.includes(diet) ? [diet] : []));
}

/** The query of a URL, always in the same order, so that each choice has one URL. */
export function dietQuery(chosen: Diet[]): string {
  const query = diets.filter(({ diet }) => chosen.includes(diet)).map(({ diet }) => `diet=${diet}`);
  return query.length > 0 ? `?${query.join('&')}` : '';
}
