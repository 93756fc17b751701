import type { Site } from '#app/shop-context.ts';

/** What a page gets of the website around the shop, for tests of loaders. */
export function sampleSite(changes: Partial<Site>): Site {
  return {
    origin: 'https://cafe.example',
    practice: false,
    retentionDays: 400,
    contentVersion: 1,
    photoDelivery: { cdn: 'ipx', url: '/_img/{width}/{file}' },
    botCheck: {
      exchange: '/exchange',
      apiKey: null,
      proof: { kind: 'proof-of-work' },
      fallbackExchange: '/exchange',
    },
    renderCake: async () => new Response(),
    report(error) {
      throw error;
    },
    ...changes,
  };
}
