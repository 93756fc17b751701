/** The numbers of the pages after the first, as links write them: `2`, never `1` or `02`. */
export const FURTHER_PAGE = '(?:[2-9]|[1-9]\\d{1,5})';

const furtherPage = new RegExp(`^${FURTHER_PAGE}$`);

/** @param text the URL's `page`. @returns undefined when it is no page number. */
export function readPageNumber(text: string | null): number | undefined {
  if (text === null) return 1;
  return furtherPage.test(text) ? Number(text) : undefined;
}
