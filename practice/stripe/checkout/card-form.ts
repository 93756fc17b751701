import { z } from 'zod';
import { type PaymentMethod, paymentMethod, type SessionRecord } from '../records.ts';

const field = z.string().trim().catch('');
const cardForm = z.object({
  email: field,
  card_number: field,
  expiry: field,
  cvc: field,
  name: field,
  /** The submit button; Enter presses the one for cards. */
  method: paymentMethod.catch('card'),
});

export type CardValues = z.infer<typeof cardForm>;

interface CardFormReading {
  values: CardValues;
  /** Why the bank declines the card, if it does. */
  decline: string | undefined;
  payer: { email: string; method: PaymentMethod; last4: string };
}

/** Of the practice bank account. */
const BANK_LAST4 = '2345';

/** A selection of Stripe's published test cards. */
export const testCards: { number: string; effect: string; decline?: string }[] = [
  { number: '4242 4242 4242 4242', effect: 'Pays' },
  { number: '4000 0000 0000 7726', effect: 'Pays; refunds take days' },
  { number: '4000 0000 0000 0002', effect: 'Declined', decline: 'Your card was declined.' },
];
const NOT_A_TEST_CARD =
  'Your card was declined. This is practice, and only the test cards listed on this page work.';

/** Reads the form of the card page, and asks the bank. Browsers check that it is complete. */
export function readCardForm(form: unknown, { customer_email }: SessionRecord): CardFormReading {
  const values = cardForm.parse(form);
  const { method } = values;
  // An address given by the shop cannot be changed on the page.
  const email = customer_email ?? values.email;
  if (method !== 'card') {
    return { values, decline: undefined, payer: { email, method, last4: BANK_LAST4 } };
  }
  const number = values.card_number.replace(/[\s-]/g, '');
  const card = testCards.find((each) => each.number.replaceAll(' ', '') === number);
  const payer = { email, method, last4: number.slice(-4) };
  return { values, decline: card ? card.decline : NOT_A_TEST_CARD, payer };
}
