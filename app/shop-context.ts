import { createContext } from 'react-router';
import type { Shop } from '#domain/shop.ts';

// What the server hands to the pages with each request.

export const shopContext = createContext<Shop>();

/** True while the shop runs against practice services: no money moves. */
export const practiceContext = createContext<boolean>();

/** Where a page's surprises are reported. */
export const reportContext = createContext<(error: unknown) => void>();
