import type { CakeContent, CakeVersion, Edit } from '#domain/catalogue/cake-content.ts';
import type { Cake, CatalogueEntry, Category } from '#domain/catalogue/catalogue.ts';
import type { CakeFilter } from '#domain/catalogue/diets.ts';
import type { Pence } from '#domain/pence.ts';

/** The cakes for sale. Hidden cakes are listed by `entries` alone. */
export interface Catalogue {
  /** By id. */
  categories(): Promise<Category[]>;
  category(slug: string): Promise<Category | undefined>;
  /** All cakes, possibly thousands, without personal touches. */
  cakes(): Promise<Cake[]>;
  /** A range of a category's cakes, or of all, and their total number. */
  page(part: CakeRange): Promise<{ cakes: Cake[]; total: number }>;
  /** What the URL of each cake is made of: its slug or id, and its first category. */
  addresses(): Promise<Pick<Cake, 'id' | 'slug' | 'category'>[]>;
  personalTouches(): Promise<Cake[]>;
  /** Of all personal touches, hidden ones included, by which orders tell them from cakes. */
  touchIds(): Promise<string[]>;
  /** The cakes that have a season, now or later. */
  seasonal(): Promise<Cake[]>;
  /** The lowest price of a cake, without personal touches; undefined when there is no cake. */
  lowestPrice(): Promise<Pence | undefined>;
  /** Finds cakes and personal touches by id, each once; leaves out unknown ids. */
  byIds(ids: string[]): Promise<Cake[]>;
  /** The cake with this slug now. */
  bySlug(slug: string): Promise<Cake | undefined>;
  /** The cake that once was in this category or had this slug. */
  moved(category: string, slug: string): Promise<Cake | undefined>;
  /** Stores the payment provider's price ids; skips a size whose price has changed meanwhile. */
  setPriceIds(priced: PricedSize[]): Promise<void>;

  /** All cakes and personal touches, hidden and archived ones included. */
  entries(): Promise<CatalogueEntry[]>;
  entry(cakeId: string): Promise<CatalogueEntry | undefined>;
  /** Whether a size has this price id of the payment provider. */
  hasPriceId(stripePriceId: string): Promise<boolean>;
  /** @returns false when it was set already. This and `saveCake` write a version of the cake. */
  setHidden(cakeId: string, hidden: boolean, edit: Edit): Promise<boolean>;
  /** Writes all of a cake if it still is as expected. */
  saveCake(cake: CakeToSave, edit: Edit): Promise<SavedCake>;
  /**
   * Moves a cake before another of the list, or to its end: the listed cakes exchange their places among
   * all cakes.
   * @param list the slug of a category; undefined for personal touches.
   */
  placeCake(cakeId: string, before: string | undefined, list: string | undefined): Promise<void>;
  /** The newest first. */
  versions(cakeId: string, limit: number): Promise<CakeVersion[]>;
  version(cakeId: string, number: number): Promise<CakeVersion | undefined>;
}

export interface CakeToSave {
  id: string;
  /** What the change was made from; undefined for a new cake. */
  expected: CakeContent | undefined;
  content: CakeContent;
  /** Of new and changed prices. */
  priceIds: PricedSize[];
}

/**
 * `outdated`: it is not as expected. `address-taken`: another cake has the slug, or had it. `photo-deleted`:
 * one of its photos is there no more.
 */
export type SavedCake = 'saved' | 'outdated' | CakeRejected;
export type CakeRejected = 'address-taken' | 'photo-deleted';

/** Cakes of a category, or of all cakes when `category` is undefined. */
export interface CakeRange {
  category: string | undefined;
  /** Only without a category. */
  filter?: CakeFilter | undefined;
  offset: number;
  limit: number;
}

export interface PricedSize {
  sizeId: string;
  price: Pence;
  /** The payment provider's price id, which charges exactly `price`. */
  stripePriceId: string;
}

/** A price of this shop that can be paid at the payment provider. */
export interface ActivePrice extends PricedSize {
  name: string;
}

/** The payment provider's products and prices. */
export interface PricePayments {
  /** @throws {PaymentsUnavailable} */
  activePrices(): Promise<ActivePrice[]>;
  /**
   * Creates the price of one size unless it exists, also when several servers ask at once. The previous
   * price can still be paid until it is retired.
   * @throws {PaymentsUnavailable}
   */
  addPrice(product: Product): Promise<PricedSize>;
  /** No new checkout can use it; those that are open can still be paid. @throws {PaymentsUnavailable} */
  retirePrice(stripePriceId: string): Promise<void>;
  /** Undoes `retirePrice`. @throws {PaymentsUnavailable} */
  reactivatePrice(stripePriceId: string): Promise<void>;
  /** Archives the product of a price, of a size that is sold no more. @throws {PaymentsUnavailable} */
  retireProduct(stripePriceId: string): Promise<void>;
}

/** A size of a cake as the payment provider names it: `Berry Drip Cake, 8 inches · 14–18 slices`. */
export interface Product {
  sizeId: string;
  name: string;
  price: Pence;
}
