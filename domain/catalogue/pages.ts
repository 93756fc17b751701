import type { Catalogue } from '#domain/catalogue/catalogue-ports.ts';
import type { Cake } from './catalogue.ts';

export interface PageRequest {
  /** The slug of a category; all cakes when it is missing. */
  category?: string | undefined;
  /** Counted from 1. */
  page: number;
  perPage: number;
}

export interface CakePage {
  cakes: Cake[];
  page: number;
  /** The number of pages, at least 1. */
  pages: number;
}

/** Cakes on a page of a category: eight rows of three, or twelve of two. */
export const CAKES_A_PAGE = 24;

/** @returns undefined when there are fewer pages. */
export async function findCakePage(
  catalogue: Pick<Catalogue, 'page'>,
  { category, page, perPage }: PageRequest,
): Promise<CakePage | undefined> {
  const offset = (page - 1) * perPage;
  const { cakes, total } = await catalogue.page({ category, offset, limit: perPage });
  const pages = Math.max(1, Math.ceil(total / perPage));
  return page <= pages ? { cakes, page, pages } : undefined;
}
