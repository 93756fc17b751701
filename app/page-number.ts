/** Page numbers from 2 in canonical form: `2`, but not `1` or `02`. */
const furtherPage = /^(?:[2-9]|[1-9]\d{1,5})$/;

/** @param text the URL's `page`. @returns undefined when it is no page number. */
export function readPageNumber(text: string | null): number | undefined {
  if (text === null) return 1;
  return furtherPage.test(text) ? Number(text) : undefined;
}
