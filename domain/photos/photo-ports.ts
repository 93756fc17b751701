import type { Photo } from '#domain/catalogue/photo.ts';
import type { Instant } from '#domain/clock.ts';

/** What a crop keeps, in percent of width and height. */
export interface Focus {
  x: number;
  y: number;
}

/** A photo that is part of the code. */
export interface CafePhoto extends Photo {
  /** Undefined: the middle. */
  focus: Focus | undefined;
}

/** A photo of `cafe/` or an uploaded one, as the owner sees it. */
export interface ShopPhoto extends Photo {
  /** `#d8bdb2`: shown until the picture has loaded. Undefined for a photo of `cafe/`, whose is in the code. */
  colour: string | undefined;
  /** Undefined: the middle, or in a record of a photo of `cafe/`, as the code says. */
  focus: Focus | undefined;
  isUploaded: boolean;
  /** Incremented by each change, so that two people do not overwrite each other's. */
  version: number;
  /** Undefined for a photo of `cafe/`. */
  addedAt: Instant | undefined;
  /** The last change; undefined for a photo of `cafe/` that was never changed. */
  changed: { at: Instant; personId: string } | undefined;
}

/** A row of the table: an uploaded photo, or what the owner has changed of a photo of `cafe/`. */
export interface PhotoRecord extends ShopPhoto {
  deletedAt: Instant | undefined;
}

interface PhotoChange {
  file: string;
  alt: string;
  focus: Focus | undefined;
  /** The version that the change was made from. */
  version: number;
  at: Instant;
  personId: string;
}

/** The records of photos. */
export interface Photos {
  /** By file name, deleted ones included; cached until the catalogue's version changes. */
  current(): Promise<ReadonlyMap<string, PhotoRecord>>;
  /** Adds an uploaded photo, or restores it if it was deleted. */
  add(photo: Photo & { colour: string; at: Instant; personId: string }): Promise<void>;
  /**
   * Sets the words and the focus.
   * @param photo the photo of `cafe/`, if it is one.
   * @returns false, and writes nothing, if the photo has another version by now.
   */
  change(change: PhotoChange, photo: Photo | undefined): Promise<boolean>;
  /** @returns false, and writes nothing, if a cake or a category uses it. */
  delete(file: string, at: Instant, personId: string): Promise<boolean>;
  restore(file: string, at: Instant, personId: string): Promise<void>;
  /** The titles of the cakes, hidden ones included, and categories that show it. */
  usedBy(file: string): Promise<string[]>;
  /** Removes a deleted record unless something uses it. @returns whether it was removed. */
  forget(file: string): Promise<boolean>;
}

/** Where the files of uploaded photos are. */
export interface PhotoStore {
  put(file: string, content: Uint8Array): Promise<void>;
  get(file: string): Promise<Uint8Array | undefined>;
  list(): Promise<{ file: string; at: Instant }[]>;
  remove(file: string): Promise<void>;
}

/** Why a file is not accepted. */
export type PhotoRejection =
  | 'empty'
  | 'too-large'
  | 'too-many-pixels'
  | 'too-small'
  | 'not-a-photo'
  | 'heic'
  | 'animated'
  | 'damaged'
  | 'too-many'
  | 'not-stored';

interface EncodedPhoto {
  /** The first 16 hex digits of the content's hash. */
  hash: string;
  width: number;
  height: number;
  colour: string;
  content: Uint8Array;
}

/** Decodes any file and encodes it as a JPEG without metadata. */
export interface PhotoEncoder {
  /** @param path of the received file. */
  encode(
    path: string,
  ): Promise<{ ok: true; photo: EncodedPhoto } | { ok: false; reason: PhotoRejection }>;
}
