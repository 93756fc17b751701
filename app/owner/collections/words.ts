import type { Fulfilment } from '#domain/book/collection.ts';

/** What is done with a collection. */
export const FULFILMENT_WORDS: Record<Fulfilment, string> = {
  'to-make': 'To make',
  ready: 'Ready',
  collected: 'Collected',
  missed: 'Not collected',
};
