import * as z from 'zod';
import { isDay } from '#domain/calendar/days.ts';

// What fields of several forms hold.

/** A text, empty if the form has none. */
export const Text = z.string();

/** A day that the person chooses. */
export const ChosenDay = z.string().refine(isDay, 'Please choose a day.');
