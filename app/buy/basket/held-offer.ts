import { stored } from '#app/ui/stored.ts';
import type { Day } from '#domain/calendar/day.ts';
import { isDay } from '#domain/calendar/days.ts';
import { isInteger, isNonEmpty, objectOf } from '#domain/guard.ts';

/** A place that the waiting list holds for this browser's next order. Contains no personal data. */
export interface HeldOffer {
  token: string;
  day: Day;
  units: number;
  /** In milliseconds. */
  until: number;
}

const saved = stored(
  'localStorage',
  'offer',
  objectOf<HeldOffer>({ token: isNonEmpty, day: isDay, units: isInteger, until: isInteger }),
);

export function keepOffer(offer: HeldOffer): void {
  saved.write(offer);
}

/** Call when the place was taken by an order, or is not offered any more. */
export function forgetOffer(token: string): void {
  if (saved.read()?.token === token) saved.clear();
}

/** @returns undefined once its time is over. */
export function heldOffer(): HeldOffer | undefined {
  const offer = saved.read();
  return offer && Date.now() < offer.until ? offer : undefined;
}
