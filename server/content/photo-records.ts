import * as z from 'zod';
import type { Photo } from '#domain/catalogue/photo.ts';
import type { Instant } from '#domain/clock.ts';
import type { StoredDocument } from './documents.ts';

// Uploaded photos, and what the owner has changed of those of cafe/, are documents of the kind `photo`, by file name.

const Percent = z.int().min(0).max(100);

/** What a crop keeps, in percent of width and height. */
export const Focus = z.object({ x: Percent, y: Percent });
export type Focus = z.infer<typeof Focus>;

export const StoredPhoto = z.object({
  isUploaded: z.boolean(),
  width: z.int().positive(),
  height: z.int().positive(),
  /** `#d8bdb2`: shown until the picture has loaded. Missing for a photo of `cafe/`, whose is in the code. */
  colour: z
    .string()
    .regex(/^#[0-9a-f]{6}$/)
    .optional(),
  alt: z.string(),
  /** Missing: the middle, or for a photo of `cafe/`, as the code says. */
  focus: Focus.optional(),
  deletedAt: z.string().optional(),
});
export type StoredPhoto = z.infer<typeof StoredPhoto>;

/** A photo that is part of the code. */
export interface CafePhoto extends Photo {
  /** Undefined: the middle. */
  focus: Focus | undefined;
}

export interface PhotoRecord extends StoredPhoto {
  file: string;
  /** Incremented by each change. */
  version: number;
  /** The last change; undefined for a photo of `cafe/` that was never changed. */
  changed: { at: Instant; personId: string | null } | undefined;
}

/** By file name, the oldest first. Leaves out documents that cannot be read. */
export function readPhotos(documents: StoredDocument[]): ReadonlyMap<string, PhotoRecord> {
  return new Map(
    documents.flatMap(({ id, body, version, updatedAt: at, updatedBy: personId }) => {
      const { data } = StoredPhoto.safeParse(body);
      return data ? [[id, { ...data, file: id, version, changed: { at, personId } }]] : [];
    }),
  );
}
