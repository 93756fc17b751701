import * as z from 'zod';

/** A calendar day in London, `YYYY-MM-DD`: text, because a `Date` is a moment and shifts with the zone. */
export const Day = z.iso.date().brand<'Day'>();
export type Day = z.infer<typeof Day>;
