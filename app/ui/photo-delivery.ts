import { createContext } from 'react';

/** Where the shop's pictures come from. */
export interface PhotoDelivery {
  cdn: 'ipx' | 'cloudinary' | 'imgix';
  /** The address under which the CDN has the masters. */
  base: string;
  /** Digits that change with the masters: what is sent for an address never does. */
  version: string;
}

/** The root gives it to all pages. Without it, on a page of errors, the shop serves its own. */
export const PhotoDeliveryContext = createContext<PhotoDelivery>({
  cdn: 'ipx',
  base: '/_img',
  version: '0',
});
