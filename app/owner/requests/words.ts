import { countOf } from '#app/owner/collections/collection-view.ts';
import { NO_EMAIL } from '#app/owner/collections/words.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import {
  type CakeRequest,
  type RequestMessage,
  type RequestState,
  reachableAddress,
} from '#domain/requests/request.ts';

// On the server: words about requests.

export const STATE_WORDS: Record<RequestState, string> = {
  open: 'Waits for your answer',
  answered: 'Waits for the customer',
  quoted: 'Quoted',
  ordered: 'Ordered',
  declined: 'Declined',
  closed: 'Closed',
};

/** `Wedding, 40 people`; the occasion is empty once it was removed. */
export function wishInWords({
  occasion,
  people,
}: Pick<CakeRequest, 'occasion' | 'people'>): string {
  return [occasion, countOf(people, 'person', 'people')].filter(Boolean).join(', ');
}

/** What was written, or what was done without words. */
export function messageInWords({ kind, text }: RequestMessage): string {
  switch (kind) {
    case 'written':
      return text || 'The words were removed.';
    case 'declined':
      return text ? `Declined: ${text}` : 'Declined.';
    case 'closed':
      return 'Closed without an e-mail.';
    case 'reopened':
      return 'Opened again.';
    case 'quoted':
      return 'Quote made.';
    case 'accepted':
      return 'Accepted the quote, and paid.';
    case 'ordered':
      return 'Taken as an order.';
  }
}

/** Offered with a refusal, so that nobody has to look for polite words. */
export function declineWords(day: Day): string {
  return `Thank you for asking us, and for telling us about your ideas. We are sorry: we cannot make this for ${dayInWords(day)}. If another day suits you, please tell us. We would love to bake for you.`;
}

/** What an answer has done, and whether the customer hears of it. */
export function answeredInWords(
  kind: 'written' | 'declined' | 'closed' | 'reopened',
  request: Pick<CakeRequest, 'name' | 'email' | 'isEmailRefused'>,
): string {
  switch (kind) {
    case 'written':
      return toldInWords(request);
    case 'declined':
      return `Declined. ${toldInWords(request)}`;
    case 'closed':
      return 'Closed. Nobody was written to.';
    case 'reopened':
      return 'Open again.';
  }
}

function toldInWords(request: Pick<CakeRequest, 'name' | 'email' | 'isEmailRefused'>): string {
  if (reachableAddress(request) !== '') return `E-mail to ${request.name}.`;
  return request.email === '' ? NO_EMAIL : 'The e-mail address does not work: please ring.';
}
