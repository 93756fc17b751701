import type { Catalogue } from '#domain/catalogue/catalogue-ports.ts';
import type { Cake } from './catalogue.ts';

export interface PageRequest {
  /** The slug of a category; without it all cakes are meant. */
  category?: string | undefined;
  /** Counted from 1. */
  page: number;
  perPage: number;
}

export interface CakePage {
  cakes: Cake[];
  page: number;
  /** How many there are: one at least, be it an empty one. */
  pages: number;
}

/** What a category shows at once: eight rows of three, twelve of two. The demo cafe's all hold fewer. */
export const CAKES_A_PAGE = 24;

/** As the pages link to one that is not the first: `2`, never `1` or `02`, so that each has one address. */
export const FURTHER_PAGE = '(?:[2-9]|[1-9]\\d{1,5})';

const furtherPage = new RegExp(`^${FURTHER_PAGE}$`);

/** @param asked what the address says of the page. @returns undefined when that is no page's number. */
export function readPageNumber(asked: string | null): number | undefined {
  if (asked === null) return 1;
  return furtherPage.test(asked) ? Number(asked) : undefined;
}

/** @returns undefined when there are not so many pages. */
export async function findCakePage(
  catalogue: Pick<Catalogue, 'page'>,
  { category, page, perPage }: PageRequest,
): Promise<CakePage | undefined> {
  const offset = (page - 1) * perPage;
  const { cakes, total } = await catalogue.page({ category, offset, limit: perPage });
  const pages = Math.max(1, Math.ceil(total / perPage));
  return page <= pages ? { cakes, page, pages } : undefined;
}
