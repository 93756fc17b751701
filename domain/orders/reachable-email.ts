import { deliverableAddress } from './deliverable-address.ts';

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
