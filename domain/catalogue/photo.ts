import * as z from 'zod';

/** What a page must know of a picture to place it without a shift. */
export const Photo = z.object({
  file: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
  alt: z.string(),
});
export type Photo = z.infer<typeof Photo>;
