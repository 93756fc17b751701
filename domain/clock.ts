/** An instant as ISO 8601 text in UTC, as it is stored and sent. */
export type Instant = string;

/** The only source of the current time; tests pass a clock of their own. */
export interface Clock {
  now(): Instant;
}

export function plusSeconds(instant: Instant, seconds: number): Instant {
  return new Date(Date.parse(instant) + seconds * 1000).toISOString();
}
