import type { CardField } from './card-form.ts';

/** How the bank answers a card: it pays, asks the customer to authenticate, or declines in Stripe's words. */
export type CardAnswer =
  | { outcome: 'pays' }
  | { outcome: 'asks' }
  | { outcome: 'declines'; field: CardField; message: string };

type TestCard = { number: string; effect: string; answer: CardAnswer };

/** Stripe's published test cards, as far as a shop that sells cakes will meet their effects. */
export const testCards: TestCard[] = [
  { number: '4242424242424242', effect: 'Pays', answer: { outcome: 'pays' } },
  {
    number: '4000002500003155',
    effect: 'Asks for authentication, then pays',
    answer: { outcome: 'asks' },
  },
  {
    number: '4000000000000002',
    effect: 'Declined',
    answer: declines('card_number', 'Your card was declined.'),
  },
  {
    number: '4000000000009995',
    effect: 'Declined: insufficient funds',
    answer: declines('card_number', 'Your card has insufficient funds.'),
  },
  {
    number: '4000000000000069',
    effect: 'Declined: expired card',
    answer: declines('expiry', 'Your card has expired.'),
  },
  {
    number: '4000000000000127',
    effect: 'Declined: wrong security code',
    answer: declines('cvc', "Your card's security code is incorrect."),
  },
];

const notATestCard = declines(
  'card_number',
  'Your card was declined. This is practice, and only the test cards listed on this page work.',
);

/** What happens when this card is charged. */
export function chargeCard(number: string): CardAnswer {
  return testCards.find((card) => card.number === number)?.answer ?? notATestCard;
}

/** `4242424242424242` → `4242 4242 4242 4242`. */
export function inGroups(number: string): string {
  return number.replace(/(\d{4})(?=\d)/g, '$1 ');
}

function declines(field: CardField, message: string): CardAnswer {
  return { outcome: 'declines', field, message };
}
