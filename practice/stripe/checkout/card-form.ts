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

export type CardValues = Omit<z.infer<typeof cardForm>, 'method'>;
export type CardErrors = Partial<Record<keyof CardValues, string>>;

interface CardFormReading {
  values: CardValues;
  errors: CardErrors;
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

/** Parses and validates the form of the card page, and asks the bank. */
export function readCardForm(form: unknown, { customer_email }: SessionRecord): CardFormReading {
  const { method, ...typed } = cardForm.parse(form);
  // An address given by the shop cannot be changed on the page.
  const values = { ...typed, email: customer_email ?? typed.email };
  const number = values.card_number.replace(/[\s-]/g, '');
  const incomplete: CardErrors = {
    ...(!z.email().safeParse(values.email).success && { email: 'Your email is invalid.' }),
    ...(values.name === '' && { name: 'Your name is missing.' }),
    ...(method === 'card' && problemsWithCard(values, number)),
  };
  const isComplete = Object.keys(incomplete).length === 0;
  return {
    values,
    errors: isComplete && method === 'card' ? declineOf(number) : incomplete,
    payer: {
      email: values.email,
      method,
      last4: method === 'card' ? number.slice(-4) : BANK_LAST4,
    },
  };
}

function problemsWithCard({ expiry, cvc }: CardValues, number: string): CardErrors {
  return {
    ...(number.length < 13 && { card_number: 'Your card number is incomplete.' }),
    ...(!/^\d{1,2}\s*\/?\s*(\d{2}|\d{4})$/.test(expiry) && {
      expiry: "Your card's expiration date is incomplete.",
    }),
    ...(!/^\d{3,4}$/.test(cvc) && { cvc: "Your card's security code is incomplete." }),
  };
}

function declineOf(number: string): CardErrors {
  const card = testCards.find((each) => each.number.replaceAll(' ', '') === number);
  const decline = card ? card.decline : NOT_A_TEST_CARD;
  return decline === undefined ? {} : { card_number: decline };
}
