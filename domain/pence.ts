import * as z from 'zod';

/** An amount in integer pence. */
export const Pence = z.int().min(0).max(10_000_000);
export type Pence = z.infer<typeof Pence>;
