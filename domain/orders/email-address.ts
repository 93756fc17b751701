import * as z from 'zod';

const EmailAddress = z.email();

/** Visitors may type anything (spec §5). */
export function isEmailAddress(text: string): boolean {
  return deliverableAddress(text) !== undefined;
}

/** Of an order. */
interface Addresses {
  customer: { email: string };
  paymentEmail?: string | undefined;
  isEmailRefused?: boolean | undefined;
}

/**
 * Whether e-mails reach the customer at another address than the order's: the one that was given at payment, or
 * none, because the order's cannot be an address or was refused. An order without an address has no e-mails.
 */
export function emailDetour({
  customer: { email },
  paymentEmail,
  isEmailRefused,
}: Addresses): 'at-payment' | 'nowhere' | undefined {
  if (email === '' || (isEmailAddress(email) && !isEmailRefused)) return undefined;
  return paymentEmail === undefined ? 'nowhere' : 'at-payment';
}

/** Where the customer's e-mails go. An address of the order's that works wins. */
export function reachableEmail(order: Addresses): string {
  const { customer, paymentEmail } = order;
  return emailDetour(order) === 'at-payment' && paymentEmail ? paymentEmail : customer.email;
}

/**
 * @param email given at payment.
 * @returns it, if it can be an address and is another than that of an order with e-mails.
 */
export function otherEmail({ customer }: Pick<Addresses, 'customer'>, email: string | undefined) {
  if (customer.email === '' || email === undefined || !isEmailAddress(email)) return undefined;
  return email.toLowerCase() === customer.email.toLowerCase() ? undefined : email;
}

/**
 * The address as e-mail servers take it: an international domain as its A-label. A local part outside ASCII would
 * need SMTPUTF8 on every server on the way.
 * @returns undefined for text to which no e-mail can be sent: visitors may type anything (spec §5).
 */
export function deliverableAddress(typed: string): string | undefined {
  const at = typed.lastIndexOf('@');
  const address = `${typed.slice(0, at)}@${toAscii(typed.slice(at + 1))}`;
  return at > 0 && EmailAddress.safeParse(address).success ? address : undefined;
}

/** Only of a domain with other letters: what is not one stays as it is. */
function toAscii(domain: string): string {
  if (/^[\p{ASCII}]*$/u.test(domain)) return domain;
  const url = /[/?#@:\\\s]/.test(domain) ? null : URL.parse(`http://${domain}`);
  return url?.hostname ?? domain;
}
