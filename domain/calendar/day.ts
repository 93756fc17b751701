import * as z from 'zod';

/**
 * A calendar day in London, `YYYY-MM-DD`. Text, because a `Date` is an instant and shifts with the time
 * zone.
 */
export const Day = z.iso.date().brand<'Day'>();
export type Day = z.infer<typeof Day>;
