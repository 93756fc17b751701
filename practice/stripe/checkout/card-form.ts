import { z } from 'zod';
import { type PaymentMethodType, paymentMethodType } from '../records/payment-intent.ts';
import type { Payer, SessionRecord } from '../records/session.ts';

const typed = z.string().trim().catch('');

const cardForm = z.object({
  email: typed,
  phone: typed,
  card_number: typed,
  expiry: typed,
  cvc: typed,
  name: typed,
});

/** Which button was pressed; Enter presses the one for cards. */
const methodField = z.object({ method: paymentMethodType.catch('card') });

export type CardValues = z.infer<typeof cardForm>;
export type CardField = keyof CardValues;
export type CardErrors = Partial<Record<CardField, string>>;

type Problem = [CardField, string | undefined];

export type CardFormReading = {
  values: CardValues;
  errors: CardErrors;
  method: PaymentMethodType;
  cardNumber: string;
  payer: Payer;
};

/** Reads what was typed on the card page and says, in Stripe's words, what is wrong with it. */
export function readCardForm(form: unknown, session: SessionRecord, now: Date): CardFormReading {
  const values = cardForm.parse(form);
  const { method } = methodField.parse(form);
  // The shop has said who is paying: the page shows that address and does not let it be changed.
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
    payer: { email, name: values.name, phone: values.phone === '' ? null : values.phone },
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

/** The check digit that tells a mistyped card number from a possible one. */
function passesLuhn(number: string): boolean {
  if (!/^\d{13,19}$/.test(number)) return false;
  const sum = [...number].reverse().reduce((total, digit, position) => {
    const value = Number(digit) * (position % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Takes `12 / 34`, `12/34`, `1234` and `12/2034`; a card is good to the end of its month. */
function problemWithExpiry(expiry: string, now: Date): string | undefined {
  const [, month, year] = /^(\d{1,2})\/?(\d{4}|\d{2})$/.exec(expiry.replaceAll(' ', '')) ?? [];
  if (month === undefined || year === undefined) {
    return "Your card's expiration date is incomplete.";
  }
  if (Number(month) < 1 || Number(month) > 12) return "Your card's expiration date is invalid.";
  const firstDayAfter = Date.UTC(2000 + (Number(year) % 100), Number(month));
  return now.getTime() < firstDayAfter ? undefined : "Your card's expiration date is in the past.";
}
