import * as z from 'zod';

/** An amount in integer pence. */
export const Pence = z.int().min(0).max(10_000_000);
export type Pence = z.infer<typeof Pence>;

/** `70`, `£70` or `70.50`. One digit of pence is ambiguous. */
export const Pounds = z
  .string()
  .trim()
  .regex(/^£?\d{1,6}(\.\d{2})?$/)
  .transform((text) => {
    const [pounds, pence] = text.replace('£', '').split('.');
    return Number(pounds) * 100 + Number(pence ?? 0);
  })
  .pipe(Pence.positive());
