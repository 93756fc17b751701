import * as z from 'zod';
import { isDay } from '#domain/calendar/days.ts';

// What fields of several forms hold.

/** A text, empty if the form has none. */
export const Text = z.string();

/** The version from which the form was made (`ActionForm`); 0, which is none, if it is no number. */
export const Version = z.string().transform((text) => Number.parseInt(text, 10) || 0);

/** A day that the person chooses. */
export const ChosenDay = z.string().refine(isDay, 'Please choose a day.');
