import type { OrderId } from '#domain/orders/order.ts';

/** Links to the page on which a customer sees and changes an order. Only hashes are stored. */
export interface CustomerLinks {
  /** Replaces the link that was `sentAs` the same. */
  add(link: NewCustomerLink): Promise<void>;
  find(hash: string): Promise<Pick<NewCustomerLink, 'orderId' | 'addressHash'> | undefined>;
}

interface NewCustomerLink {
  /** Of the token. */
  hash: string;
  orderId: OrderId;
  /** Of the token and the address that it was sent to. */
  addressHash: string;
  /** The e-mail, and the number of its copy, that contains the link. */
  sentAs: string;
}
