import { createContext } from 'react-router';
import type { BotCheckSettings } from '#domain/bot-check.ts';
import type { Shop } from '#domain/shop.ts';
import type { PhotoDelivery } from './ui/photo-url.ts';

// What the server hands to the pages with each request.

export const shopContext = createContext<Shop>();

/** The catalogue's version before the page's loaders ran: what they answer is of this one, or newer. */
export const catalogueVersionContext = createContext<number>();

/** Where visitors reach the shop. Never taken from a request: anyone can write its Host. */
export const originContext = createContext<string>();

/** True while the shop runs against practice services: no money moves. */
export const practiceContext = createContext<boolean>();

/** For how many days after its last collection day an order still says whose it was. */
export const retentionDaysContext = createContext<number>();

/** Where the pictures come from. */
export const photoDeliveryContext = createContext<PhotoDelivery>();

/** How browsers get their bot-check token. */
export const botCheckContext = createContext<BotCheckSettings>();

/** Where a page's surprises are reported. */
export const reportContext = createContext<(error: unknown) => void>();
