import * as z from 'zod';

/**
 * `arm`: SIGKILL at the named step, such as `orders.fund end`, for that order if there is one. Several
 * may be armed; before the process ends, the id of the one that was reached is added to the file `KILLS`.
 * `flush-compile-cache`: a killed process does not, and the cache saves a third of the next start.
 */
export const Command = z.discriminatedUnion('do', [
  z.object({ do: z.literal('shift-clock'), byMs: z.number() }),
  z.object({ do: z.literal('flush-compile-cache') }),
  z.object({
    do: z.literal('arm'),
    id: z.number(),
    at: z.string(),
    order: z.string().optional(),
  }),
  z.object({ do: z.literal('disarm'), id: z.number() }),
]);
export type Command = z.infer<typeof Command>;
/** What a server answers when it has armed a kill. */
export const Armed = z.object({ armed: z.number() });
export type Armed = z.infer<typeof Armed>;
