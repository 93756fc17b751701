import type { Order } from '#domain/orders/order.ts';

/** Longer texts are cut: no name, message or number is longer. */
const LONGEST_SEARCH = 200;
/** Fewer digits would find every phone number. */
const FEWEST_DIGITS = 3;

/** What can be searched of an order, in one text that both databases compare byte by byte. */
export function searchText({ number, customer, collector, items }: SearchableOrder): string {
  const names = [customer.name, ...(collector ? [collector] : [])];
  const lines = [number, ...names, ...items.map(({ message }) => message)];
  return [...lines.map(fold), digitsOf(customer.phone)].join('\n');
}

interface SearchableOrder {
  number: string;
  customer: Pick<Order['customer'], 'name' | 'phone'>;
  collector?: string | undefined;
  items: { message: string }[];
}

/** An order matches if its search text contains one of these; none if nothing was typed. */
export function searchTerms(typed: string): string[] {
  const cut = typed.slice(0, LONGEST_SEARCH);
  const folded = fold(cut);
  if (folded === '') return [];
  const digits = phoneDigits(cut);
  return digits === undefined ? [folded] : [folded, digits];
}

/**
 * Makes texts alike that differ in case, accents, width or spaces. Upper case, because only that treats
 * `ß` as `SS` and the two Greek sigmas as one; of lower case, because `ẞ` is upper case already; twice, because
 * NFKD turns `ª` into lower case.
 */
function fold(text: string): string {
  return text
    .toLowerCase()
    .toUpperCase()
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Cc}\p{Cf}\p{Cs}]/gu, (match) => (/\s/.test(match) ? ' ' : ''))
    .toUpperCase()
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** `+44 7700 900123`, `07700 900 123` and `900123` all find `07700900123` and `+447700900123`. */
function phoneDigits(typed: string): string | undefined {
  if (!isPhone(typed)) return undefined;
  const national = typed.trim().replace(/^(\+|00)44/, '');
  const digits = digitsOf(national).replace(/^0/, '');
  return digits.length >= FEWEST_DIGITS ? digits : undefined;
}

/** Whether it has only what phone numbers have. */
export function isPhone(typed: string): boolean {
  return /^[\d\s()+./-]+$/.test(typed);
}

function digitsOf(text: string): string {
  return text.replaceAll(/\D/g, '');
}
