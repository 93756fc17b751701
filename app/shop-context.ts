import { createContext } from 'react-router';
import type { BotCheckSettings } from '#domain/bot-check.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import type { Shop } from '#server/shop.ts';
import type { PhotoDelivery } from './ui/photo-url.ts';

// What the server provides to loaders and actions with each request.

export const shopContext = createContext<Shop>();

/** What pages need of the website around the shop. */
export interface Site {
  /** The shop's public origin. Never taken from a request, whose Host header anyone can set. */
  origin: string;
  /** True while the shop runs against practice services: no money moves. */
  practice: boolean;
  /** Days after the last collection day until an order's customer data are removed. */
  retentionDays: number;
  /** The version of content before the loaders ran: their data are of this version or newer. */
  contentVersion: number;
  /** The image service. */
  photoDelivery: PhotoDelivery;
  /** How browsers get their bot-check token. */
  botCheck: BotCheckSettings;
  /** Renders the page of a cake as it would be. */
  renderCake(cake: Cake): Promise<Response>;
  /** Reports unexpected errors of pages. */
  report(error: unknown): void;
}

export const siteContext = createContext<Site>();
