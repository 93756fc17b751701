import * as z from 'zod';
import { isDay } from '#domain/calendar/days.ts';
import { isCollectionTime } from '#domain/calendar/times.ts';

// What fields of several forms hold.

/** A text, empty if the form has none. */
export const Text = z.string();

/** The version from which the form was made (`ActionForm`); 0, which is none, if it is no number. */
export const Version = z.string().transform((text) => Number.parseInt(text, 10) || 0);

export const ChosenDay = z.string().refine(isDay, 'Please choose a day.');

/** A collection time; undefined if none is chosen, and in a shop that asks for none. */
export const Time = z
  .string()
  .optional()
  .transform((text) => (isCollectionTime(text) ? text : undefined));
