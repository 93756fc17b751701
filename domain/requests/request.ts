import type { Day } from '#domain/calendar/day.ts';
import type { Instant } from '#domain/clock.ts';
import type { Customer } from '#domain/orders/order.ts';

// A request: what a customer asks the cafe for that the catalogue or the calendar does not have (decision 056).

/**
 * `open`: the cafe has to answer. `answered`: it has asked back. `quoted`: it has sent a quote. `ordered`: an order was
 * taken for it, or a quote accepted. `declined`: the cafe has said no. `closed`: nobody has to answer any more, as when it
 * was settled on the phone.
 */
export type RequestState = 'open' | 'answered' | 'quoted' | 'ordered' | 'declined' | 'closed';

/** What a customer asks for. */
export interface RequestContent extends Customer {
  /** What it is for. */
  occasion: string;
  people: number;
  /** The day on which it is needed: any, also a closed one. */
  day: Day;
  /** May have several lines. */
  ideas: string;
  /** In the customer's words; may be empty. */
  budget: string;
}

export interface CakeRequest extends RequestContent {
  id: string;
  /** Its name for people, as that of an order; proves nothing. */
  number: string;
  state: RequestState;
  createdAt: Instant;
  /** When the personal data was removed; its texts and those of the messages are empty then, and it has no photos. */
  anonymisedAt: Instant | null;
  /** The mail service has refused the address. */
  isEmailRefused: boolean;
  /** In the order in which they were sent. */
  photos: RequestPhoto[];
  /** What was written and done, in order: also the trail of the request. */
  messages: RequestMessage[];
}

interface RequestPhoto {
  /** From 0. */
  position: number;
  width: number;
  height: number;
}

/** Only `written` and `declined` have a text, which the customer reads. */
export type MessageKind =
  | 'written'
  | 'declined'
  | 'quoted'
  /** By the customer: the quote is paid, or its deposit. */
  | 'accepted'
  | 'ordered'
  | 'closed'
  | 'reopened';

export interface RequestMessage {
  /** From 1. */
  number: number;
  /** `written` or `accepted` of a customer. */
  kind: MessageKind;
  author: 'customer' | 'staff';
  /** Of staff. */
  personId: string | null;
  text: string;
  at: Instant;
}

/** Where e-mails about it reach the customer; empty: nowhere. */
export function reachableAddress({
  email,
  isEmailRefused,
}: Pick<CakeRequest, 'email' | 'isEmailRefused'>): string {
  return isEmailRefused ? '' : email;
}

/** In a sentence: `one person`, `12 people` */
export function peopleInWords(people: number): string {
  return people === 1 ? 'one person' : `${people} people`;
}

/** What the customer has written, as opposed to accepting a quote. */
export function isReply({ author, kind }: Pick<RequestMessage, 'author' | 'kind'>): boolean {
  return author === 'customer' && kind === 'written';
}

/** The state once a quote is accepted. A reply that waits for an answer still does. */
export function stateOnceAccepted({
  state,
  messages,
}: Pick<CakeRequest, 'state' | 'messages'>): RequestState {
  return state === 'open' && messages.some(isReply) ? 'open' : 'ordered';
}

/** Of one request. */
export const MOST_PHOTOS = 3;

/** Whether the day for which it was asked has passed: there is nothing to make any more. */
export function isOver({ day }: Pick<RequestContent, 'day'>, today: Day): boolean {
  return day < today;
}
