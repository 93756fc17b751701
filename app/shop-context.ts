import { createContext } from 'react-router';
import type { BotCheckSettings } from '#domain/bot-check.ts';
import type { Cake } from '#domain/catalogue/catalogue.ts';
import type { Shop } from '#server/shop.ts';
import type { PhotoDelivery } from './ui/photo-url.ts';

// Values that the server provides to loaders with each request.

export const shopContext = createContext<Shop>();

/** The catalogue's version before the loaders ran: their data are of this version or newer. */
export const contentVersionContext = createContext<number>();

/** The shop's public origin. Never taken from a request, whose Host header anyone can set. */
export const originContext = createContext<string>();

/** True while the shop runs against practice services: no money moves. */
export const practiceContext = createContext<boolean>();

/** Days after the last collection day until an order's customer data are removed. */
export const retentionDaysContext = createContext<number>();

/** The image service. */
export const photoDeliveryContext = createContext<PhotoDelivery>();

/** How browsers get their bot-check token. */
export const botCheckContext = createContext<BotCheckSettings>();

/** Reports unexpected errors of pages. */
export const reportContext = createContext<(error: unknown) => void>();

/** Renders the page of a cake as it would be. */
export const renderCakeContext = createContext<(cake: Cake) => Promise<Response>>();
