import { type Diet, diets } from '#domain/catalogue/diets.ts';
import { type Sort, sorts } from '#domain/catalogue/sort-cakes.ts';

/** What a visitor has chosen of a list of cakes. */
export interface ListChoice {
  diets: Diet[];
  /** Missing for the cafe's own order. */
  sort?: Sort | undefined;
}

/** Ignores unknown values. */
export function readChoice(query: URLSearchParams): ListChoice {
  const chosen = query.getAll('diet');
  return {
    diets: diets.flatMap(({ diet }) => (chosen.includes(diet) ? [diet] : [])),
    sort: sorts.find(({ sort }) => sort === query.get('sort'))?.sort,
  };
}

/** The URL of a list, with its parameters always in the same order, so that each choice has one URL. */
export function listPath(path: string, { diets: chosen, sort }: ListChoice): string {
  const query = [
    ...diets.filter(({ diet }) => chosen.includes(diet)).map(({ diet }) => `diet=${diet}`),
    ...(sort ? [`sort=${sort}`] : []),
  ];
  return query.length > 0 ? `${path}?${query.join('&')}` : path;
}

/** `Vegan, without nuts`; empty if none is chosen. */
export function dietsInWords(chosen: Diet[]): string {
  const names = diets.filter(({ diet }) => chosen.includes(diet)).map(({ name }) => name);
  return names.map((name, index) => (index === 0 ? name : name.toLowerCase())).join(', ');
}
