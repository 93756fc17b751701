import type { Day } from '#domain/calendar/day.ts';
import type { Instant } from '#domain/clock.ts';
import type { Customer } from '#domain/orders/order.ts';

// A request: what a customer asks the cafe for that the catalogue or the calendar does not have (decision 056).

/**
 * `open`: the cafe has to answer. `answered`: it has asked back. `quoted`: it has sent a quote. `declined`: it has said
 * no. `closed`: nobody has to answer any more, as when it was settled on the phone.
 */
export type RequestState = 'open' | 'answered' | 'quoted' | 'declined' | 'closed';

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
  /** When the personal data was removed; its texts are empty then, and it has no photos and messages. */
  anonymisedAt: Instant | null;
  /** The mail service has refused the address. */
  isEmailRefused: boolean;
  /** In the order in which they were sent. */
  photos: RequestPhoto[];
  /** In order. */
  messages: RequestMessage[];
}

interface RequestPhoto {
  /** From 0. */
  position: number;
  width: number;
  height: number;
}

export interface RequestMessage {
  /** From 1. */
  number: number;
  author: 'customer' | 'staff';
  /** Of staff. */
  personId: string | null;
  text: string;
  at: Instant;
}

/** Of one request. */
export const MOST_PHOTOS = 3;

/** Whether the day for which it was asked has passed: there is nothing to make any more. */
export function isOver({ day }: Pick<RequestContent, 'day'>, today: Day): boolean {
  return day < today;
}
