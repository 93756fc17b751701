import * as z from 'zod';

/** What a process full of listeners is to do. */
export const Task = z.object({
  /** Where they all listen. */
  port: z.int(),
  path: z.string(),
  listeners: z.int(),
  /** The third part of the addresses from which they come, 127.0.{network}.x. */
  network: z.int(),
});
export type Task = z.infer<typeof Task>;

/** What it says of itself. Times are milliseconds of the clock that all processes share. */
export const Said = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listening') }),
  /** Every one of them has been told of this version. */
  z.object({ kind: z.literal('told'), version: z.int(), at: z.array(z.number()) }),
  z.object({ kind: z.literal('lost'), reason: z.string() }),
]);
export type Said = z.infer<typeof Said>;

/** Monotonic, and the same for all processes of the machine. */
export function sharedClock(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
