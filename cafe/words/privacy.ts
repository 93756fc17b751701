import type { Policy } from '#domain/words/words.ts';

/** Besides what the page itself says of the data that the shop keeps. */
export const privacy: Policy = {
  introduction:
    'We bake cakes and need to know who collects them. That is all we want to know of you, and we forget it again.',
  parts: [],
};
