import * as z from 'zod';
import { Day } from '#domain/calendar/day.ts';
import { ClosedReason, CollectionTime } from '#domain/calendar/rules.ts';
import { Size } from '#domain/catalogue/catalogue.ts';
import { OrderedOption } from './order.ts';

/** Why an option is not as it was chosen, by the ids of the request. */
const OptionChange = z.object({
  group: z.string(),
  /** Missing if it is about the whole group. */
  choice: z.string().optional(),
  why: z.enum(['gone', 'sold-out', 'price', 'text', 'missing', 'too-many']),
  /** If it is sold out: the first day on which it can be collected again. */
  until: Day.optional(),
});
export type OptionChange = z.infer<typeof OptionChange>;

/** What has changed since the basket was filled; `item` is the index in the request. */
export const Difference = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('gone'), item: z.int() }),
  z.object({ kind: z.literal('price'), item: z.int(), size: Size }),
  z.object({
    kind: z.literal('options'),
    item: z.int(),
    /** What can be ordered of those that were chosen, and of a group that needs one its first choice. */
    options: z.array(OrderedOption),
    changes: z.array(OptionChange),
  }),
  z.object({
    kind: z.literal('day'),
    item: z.int(),
    reason: ClosedReason,
    offered: z.array(Day),
    /** What the cake's own rules or the cut-off say, or how full the day is. */
    notice: z.string().optional(),
    /** If the day is full: what is left of it, in units of sizes. */
    left: z.int().optional(),
  }),
  z.object({
    kind: z.literal('time'),
    item: z.int(),
    /** Its time is full, or not one of its day's, or missing: what can be chosen instead. None: the day has no times. */
    offered: z.array(CollectionTime),
  }),
  z.object({ kind: z.literal('no-message'), item: z.int() }),
  /** The message contains what the cafe does not pipe; `message` is the rest of it. */
  z.object({ kind: z.literal('message'), item: z.int(), message: z.string() }),
  /** The current allergens of the cake with its options: the visitor was shown others. */
  z.object({
    kind: z.literal('allergens'),
    item: z.int(),
    allergens: z.array(z.string()),
    /** The precise ones, if the cafe has named them. */
    contains: z.array(z.string()).optional(),
    mayContain: z.array(z.string()).optional(),
  }),
]);
export type Difference = z.infer<typeof Difference>;
