import type { Pence } from '#domain/pence.ts';
import type { Cake, CatalogueEntry, Category } from './catalogue.ts';

/** What is for sale. A cake that the owner has hidden is not, and only `entries` lists it. */
export interface Catalogue {
  /** By id. */
  categories(): Promise<Category[]>;
  category(slug: string): Promise<Category | undefined>;
  /** All of them, which may be thousands; personal touches are not among them. */
  cakes(): Promise<Cake[]>;
  /** Some of them, and how many there are in all. */
  page(part: CakeRange): Promise<{ cakes: Cake[]; total: number }>;
  /** Of every cake that has a page, what its address is made of: its id and its first category. */
  addresses(): Promise<Pick<Cake, 'id' | 'category'>[]>;
  personalTouches(): Promise<Cake[]>;
  /** The cakes and personal touches with these ids, each once; unknown ids are left out. */
  byIds(ids: string[]): Promise<Cake[]>;
  /** Writes the payment provider's price ids; a size whose price is another by now is left alone. */
  setPriceIds(priced: PricedSize[]): Promise<void>;

  /** Cakes and personal touches, hidden or not. */
  entries(): Promise<CatalogueEntry[]>;
  /**
   * The price and its id in one, so that the size can be ordered all the while.
   * @returns false, and changes nothing, when it was so already.
   */
  setPrice(priced: PricedSize): Promise<boolean>;
  /** @returns false when it was so already. */
  setHidden(cakeId: string, hidden: boolean): Promise<boolean>;
}

/** So many cakes of a category, or of all, after so many others. */
export interface CakeRange {
  category: string | undefined;
  offset: number;
  limit: number;
}

export interface PricedSize {
  sizeId: string;
  price: Pence;
  /** The payment provider's price id, which charges exactly that. */
  stripePriceId: string;
}

/** The payment provider's products and prices. */
export interface PricePayments {
  /**
   * Creates or updates products and prices, archives those no longer wanted. @throws {PaymentsUnavailable}
   */
  syncPrices(products: Product[]): Promise<PricedSize[]>;
  /**
   * Makes the price of one of them, unless it stands. The one before can still be paid, until the
   * next sync archives it.
   * @throws {PaymentsUnavailable}
   */
  addPrice(product: Product): Promise<PricedSize>;
  /** Syncs one of them, without a look at the others. @throws {PaymentsUnavailable} */
  syncPrice(product: Product): Promise<PricedSize>;
}

/** A size of a cake, as the payment provider knows it: `Berry Drip Cake, 8 inches · 14–18 slices`. */
export interface Product {
  sizeId: string;
  name: string;
  price: Pence;
}
