import { z } from 'zod';
import {
  type Payer,
  type PaymentMethodType,
  paymentMethodType,
  type SessionRecord,
} from '../records.ts';

const field = z.string().trim().catch('');

const cardForm = z.object({
  email: field,
  phone: field,
  card_number: field,
  expiry: field,
  cvc: field,
  name: field,
});

/** The submit button; Enter presses the one for cards. */
const methodField = z.object({ method: paymentMethodType.catch('card') });

export type CardValues = z.infer<typeof cardForm>;
export type CardField = keyof CardValues;
export type CardErrors = Partial<Record<CardField, string>>;

type Problem = [CardField, string | undefined];

type CardFormReading = {
  values: CardValues;
  errors: CardErrors;
  method: PaymentMethodType;
  cardNumber: string;
  payer: Payer;
};

/** Parses and validates the form of the card page, with Stripe's error messages. */
export function readCardForm(form: unknown, session: SessionRecord, now: Date): CardFormReading {
  const values = cardForm.parse(form);
  const { method } = methodField.parse(form);
  // An address given by the shop cannot be changed on the page.
  const email = session.customer_email ?? values.email;
  const cardNumber = values.card_number.replace(/[\s-]/g, '');
  const problems: Problem[] = [
    ['email', problemWithEmail(email)],
    ['phone', session.phone_number_collection ? problemWithPhone(values.phone) : undefined],
    ...(method === 'card' ? problemsWithCard(values, cardNumber, now) : []),
    [
      'name',
      values.name === ''
        ? `Your ${method === 'card' ? "card's name" : 'name'} is missing.`
        : undefined,
    ],
  ];
  return {
    values: { ...values, email },
    errors: Object.fromEntries(problems.filter(([, problem]) => problem !== undefined)),
    method,
    cardNumber,
    payer: {
      email,
      name: values.name,
      phone: values.phone === '' ? null : values.phone,
      last4: method === 'card' ? cardNumber.slice(-4) : null,
    },
  };
}

function problemsWithCard({ expiry, cvc }: CardValues, number: string, now: Date): Problem[] {
  return [
    ['card_number', problemWithNumber(number)],
    ['expiry', problemWithExpiry(expiry, now)],
    ['cvc', /^\d{3,4}$/.test(cvc) ? undefined : "Your card's security code is incomplete."],
  ];
}

function problemWithEmail(email: string): string | undefined {
  if (email === '') return 'Your email is missing.';
  return z.email().safeParse(email).success ? undefined : 'Your email is invalid.';
}

function problemWithPhone(phone: string): string | undefined {
  return /^\+?[\d\s()-]{6,20}$/.test(phone) ? undefined : 'Your phone number is incomplete.';
}

function problemWithNumber(number: string): string | undefined {
  if (number.length < 13) return 'Your card number is incomplete.';
  return passesLuhn(number) ? undefined : 'Your card number is invalid.';
}

function passesLuhn(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, position) => {
    const value = Number(digit) * (position % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Accepts `12 / 34`, `12/34`, `1234` and `12/2034`; a card is valid until the end of its month. */
function problemWithExpiry(expiry: string, now: Date): string | undefined {
  const [, month, year] = /^(\d{1,2})\/?(\d{4}|\d{2})$/.exec(expiry.replaceAll(' ', '')) ?? [];
  if (month === undefined || year === undefined) {
    return "Your card's expiration date is incomplete.";
  }
  if (Number(month) < 1 || Number(month) > 12) return "Your card's expiration date is invalid.";
  const firstDayAfter = Date.UTC(2000 + (Number(year) % 100), Number(month));
  return now.getTime() < firstDayAfter ? undefined : "Your card's expiration date is in the past.";
}

/** The bank's response to a card; declines have Stripe's messages. */
type CardResponse =
  | { outcome: 'pays' }
  | { outcome: 'requires-authentication' }
  | { outcome: 'declines'; field: CardField; message: string };

type TestCard = { number: string; effect: string; response: CardResponse };

/** A selection of Stripe's published test cards. */
export const testCards: TestCard[] = [
  { number: '4242424242424242', effect: 'Pays', response: { outcome: 'pays' } },
  {
    number: '4000002500003155',
    effect: 'Asks for authentication, then pays',
    response: { outcome: 'requires-authentication' },
  },
  { number: '4000000000007726', effect: 'Pays; refunds take days', response: { outcome: 'pays' } },
  {
    number: '4000000000000002',
    effect: 'Declined',
    response: declines('card_number', 'Your card was declined.'),
  },
  {
    number: '4000000000009995',
    effect: 'Declined: insufficient funds',
    response: declines('card_number', 'Your card has insufficient funds.'),
  },
  {
    number: '4000000000000069',
    effect: 'Declined: expired card',
    response: declines('expiry', 'Your card has expired.'),
  },
  {
    number: '4000000000000127',
    effect: 'Declined: wrong security code',
    response: declines('cvc', "Your card's security code is incorrect."),
  },
];

const notATestCard = declines(
  'card_number',
  'Your card was declined. This is practice, and only the test cards listed on this page work.',
);

export function chargeCard(number: string): CardResponse {
  return testCards.find((card) => card.number === number)?.response ?? notATestCard;
}

/** `4242424242424242` → `4242 4242 4242 4242`. */
export function formatCardNumber(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ');
}

function declines(field: CardField, message: string): CardResponse {
  return { outcome: 'declines', field, message };
}
