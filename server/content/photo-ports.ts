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
  /** The last change; undefined for a photo of `cafe/` that was never changed. */
  changed: { at: Instant; personId: string } | undefined;
}

/** A row of the table: an uploaded photo, or what the owner has changed of a photo of `cafe/`. */
export interface PhotoRecord extends ShopPhoto {
  deletedAt: Instant | undefined;
}

/** Decoded and encoded again: a JPEG without metadata. */
export interface EncodedPhoto {
  width: number;
  height: number;
  colour: string;
  bytes: Uint8Array;
}

/** The fields that a form has sent; what is undefined stays as it is. */
export interface PhotoChange {
  alt?: string;
  focus?: Focus | undefined;
  /** The version that the change was made from; undefined if it overwrites nobody's words. */
  version?: number;
}

export type ChangePhotoResult =
  | { ok: true }
  | { ok: false; reason: 'unknown' }
  | { ok: false; reason: 'invalid'; problem: string }
  /** Another person has changed it meanwhile. */
  | { ok: false; reason: 'changed'; photo: ShopPhoto };

export type DeletePhotoResult =
  | { ok: true }
  | { ok: false; reason: 'unknown' }
  /** Titles of cakes and categories. */
  | { ok: false; reason: 'used'; by: string[] };

/** Why a file is not accepted. */
export type PhotoRejection =
  | 'empty'
  | 'too-large'
  | 'too-many-pixels'
  | 'too-small'
  | 'not-a-photo'
  | 'heic'
  | 'animated'
  | 'damaged';

/** The operations of server/photos/photos.ts. */
export interface Photos {
  /** The newest uploaded photo first, those of `cafe/` last. */
  shopPhotos(): Promise<ShopPhoto[]>;
  shopPhoto(file: string): Promise<ShopPhoto | undefined>;
  /** By file name: uploaded photos, deleted ones included, and what the owner has changed of those of `cafe/`. */
  photoRecords(): Promise<ReadonlyMap<string, PhotoRecord>>;
  /** The content of an uploaded photo. */
  photoBytes(file: string): Promise<Uint8Array | undefined>;
  /** @returns its file name. */
  addPhoto(photo: EncodedPhoto, personId: string): Promise<string>;
  changePhoto(file: string, change: PhotoChange, personId: string): Promise<ChangePhotoResult>;
  deletePhoto(file: string, personId: string): Promise<DeletePhotoResult>;
  restorePhoto(file: string, personId: string): Promise<void>;
  /** The titles of the cakes, hidden ones included, and categories that show it. */
  photosUsedBy(file: string): Promise<string[]>;
  /**
   * What is seen in these photos, by file name.
   * @param title describes uploaded photos without a text.
   */
  photoAlts(files: string[], title?: string): Promise<Record<string, string>>;
  /** Removes what was deleted a day ago. */
  removeDeletedPhotos(): Promise<void>;
}
