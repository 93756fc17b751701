import type { Pence } from '#domain/pence.ts';
import type { Cake, CatalogueEntry, Category } from './catalogue.ts';
import type { CakeFilter } from './diets.ts';

/** The cakes for sale. Hidden cakes are listed by `entries` alone. */
export interface Catalogue {
  /** By id. */
  categories(): Promise<Category[]>;
  category(slug: string): Promise<Category | undefined>;
  /** All cakes, possibly thousands, without personal touches. */
  cakes(): Promise<Cake[]>;
  /** A range of a category's cakes, or of all, and their total number. */
  page(part: CakeRange): Promise<{ cakes: Cake[]; total: number }>;
  /** What the URL of each cake is made of: its id and its first category. */
  addresses(): Promise<Pick<Cake, 'id' | 'category'>[]>;
  personalTouches(): Promise<Cake[]>;
  /** The cakes that have a season, now or later. */
  seasonal(): Promise<Cake[]>;
  /** The lowest price of a cake, without personal touches; undefined when there is no cake. */
  lowestPrice(): Promise<Pence | undefined>;
  /** Finds cakes and personal touches by id, each once; leaves out unknown ids. */
  byIds(ids: string[]): Promise<Cake[]>;
  /** Stores the payment provider's price ids; skips a size whose price has changed meanwhile. */
  setPriceIds(priced: PricedSize[]): Promise<void>;

  /** All cakes and personal touches, hidden ones included. */
  entries(): Promise<CatalogueEntry[]>;
  /**
   * Sets the price and its id in one statement, so that the size can be ordered at any time.
   * @returns false, and writes nothing, when both were set already.
   */
  setPrice(priced: PricedSize): Promise<boolean>;
  /** @returns false when it was set already. */
  setHidden(cakeId: string, hidden: boolean): Promise<boolean>;
}

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

/** The payment provider's products and prices. */
export interface PricePayments {
  /**
   * Creates or updates the products and prices of these sizes, and archives all others.
   * @throws {PaymentsUnavailable}
   */
  syncPrices(products: Product[]): Promise<PricedSize[]>;
  /**
   * Creates the price of one size unless it exists. The previous price can still be paid until the next
   * sync archives it.
   * @throws {PaymentsUnavailable}
   */
  addPrice(product: Product): Promise<PricedSize>;
  /** Syncs one size and leaves the others. @throws {PaymentsUnavailable} */
  syncPrice(product: Product): Promise<PricedSize>;
}

/** A size of a cake as the payment provider names it: `Berry Drip Cake, 8 inches · 14–18 slices`. */
export interface Product {
  sizeId: string;
  name: string;
  price: Pence;
}
