import type { Cake } from '#domain/catalogue/catalogue.ts';
import type { CakeFilter } from '#domain/catalogue/diets.ts';
import type { Catalogue } from './catalogue-ports.ts';

export interface PageRequest {
  /** The slug of a category; all cakes when it is missing. */
  category?: string | undefined;
  /** Only without a category. */
  filter?: CakeFilter;
  /** Counted from 1. */
  page: number;
  perPage: number;
}

export interface CakePage {
  cakes: Cake[];
  total: number;
  page: number;
  /** The number of pages, at least 1. */
  pages: number;
}

/** Cakes on a page of a category: six rows of four, or twelve of two. */
export const CAKES_A_PAGE = 24;
/** On the page of all cakes, which visitors filter rather than page through. */
export const ALL_CAKES_A_PAGE = 48;

/** @returns undefined when there are fewer pages. */
export async function findCakePage(
  catalogue: Pick<Catalogue, 'page'>,
  { category, filter, page, perPage }: PageRequest,
): Promise<CakePage | undefined> {
  const offset = (page - 1) * perPage;
  const { cakes, total } = await catalogue.page({ category, filter, offset, limit: perPage });
  const pages = Math.max(1, Math.ceil(total / perPage));
  return page <= pages ? { cakes, total, page, pages } : undefined;
}
