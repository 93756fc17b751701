import * as z from 'zod';

/** The size of a picture, so that a page can reserve its space. */
export const Photo = z.object({
  file: z.string(),
  width: z.int().positive(),
  height: z.int().positive(),
  alt: z.string(),
});
export type Photo = z.infer<typeof Photo>;
export type PhotoSize = Pick<Photo, 'file' | 'width' | 'height'>;
