import type { Keeping } from '#domain/catalogue/catalogue.ts';

const CARRY =
  'Flat on the floor of the car, with nothing on top. Never on a lap or a sloping seat.';
const KNIFE = 'With a long knife dipped in hot water and wiped after each slice.';

/** Of a decorated cake. */
export function cakeKeeping(keep: string, days: number, own: Keeping = {}): Keeping {
  return { carry: CARRY, keep, cut: KNIFE, days, ...own };
}

/** Of what is eaten as it is. */
export function boxKeeping(keep: string, days: number): Keeping {
  return { carry: 'Level, in its box. It is light enough for a bus.', keep, days };
}
