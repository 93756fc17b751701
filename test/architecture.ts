/** A room of the code, and what it may import. */
export interface Room {
  /** Folders or files, from the root of the repository; the longest match says the room of a file. */
  at: string;
  /** Rooms it may import besides itself; `*` is all of them. */
  rooms: string[] | '*';
  /** Packages it may import: a name, `@scope/…`, or `node:` for the platform's; `*` is any. */
  packages: string[] | '*';
  why: string;
}

const react = ['react', 'react-dom', 'react-router'];

/** The design's import table. Tests may import what they like; they are not listed. */
export const rooms: Room[] = [
  {
    at: 'domain',
    rooms: [],
    packages: ['zod', '@internationalized/date'],
    why: 'the rules are pure: no framework, no SQL, no environment, no clock of their own',
  },
  {
    at: 'cafe',
    rooms: ['domain'],
    packages: [],
    why: 'what a new owner edits: words and data, nothing that runs',
  },
  {
    at: 'app',
    rooms: [
      'domain',
      'cafe',
      'app/hydration',
      'app/layout',
      'app/bot-check',
      'app/seo',
      'app/live',
      'app/ui',
    ],
    packages: [...react, '@fontsource-variable/', '@react-router/dev'],
    why: 'root, routes and entries: they wire the pages and never import an adapter',
  },
  {
    at: 'app/hydration',
    rooms: [],
    packages: react,
    why: 'starts the scripts after the page; the only room that uses internals of React Router',
  },
  {
    at: 'app/page-number.ts',
    rooms: [],
    packages: [],
    why: 'the page number in a URL, as pages read it and the page cache recognises it',
  },
  {
    at: 'app/ui/photo-variants.ts',
    rooms: ['domain'],
    packages: [],
    why: 'widths, formats and qualities of the pictures that pages link to and the server makes',
  },
  {
    at: 'app/ui',
    rooms: ['app/ui/photo-variants.ts', 'domain', 'cafe'],
    packages: react,
    why: 'plain components: they know no page and fetch no data',
  },
  {
    at: 'app/live',
    rooms: ['app/ui'],
    packages: react,
    why: 'tells an open page to reload its data; it does not know what the page shows',
  },
  {
    at: 'app/bot-check',
    rooms: ['domain', 'app/ui'],
    packages: ['react', 'altcha-lib'],
    why: 'obtains the bot-check token for requests that write',
  },
  {
    at: 'app/basket',
    rooms: ['domain', 'cafe', 'app/ui'],
    packages: react,
    why: "the browser's basket, used by the layout and the pages",
  },
  {
    at: 'app/checkout',
    rooms: ['domain', 'cafe', 'app/ui', 'app/basket', 'app/bot-check'],
    packages: react,
    why: 'pick-up details, the order attempt and the payment confirmation',
  },
  {
    at: 'app/layout',
    rooms: ['domain', 'cafe', 'app/ui', 'app/basket', 'app/checkout', 'app/bot-check'],
    packages: react,
    why: 'the frame of every page',
  },
  {
    at: 'app/seo',
    rooms: ['domain', 'app/ui/photo-variants.ts', 'cafe', 'app', 'app/ui'],
    packages: react,
    why: 'metadata for search engines and shared links',
  },
  {
    at: 'app/pages',
    rooms: [
      'app/page-number.ts',
      'server/api/public-json.ts',
      'domain',
      'cafe',
      'app',
      'app/ui',
      'app/basket',
      'app/checkout',
      'app/bot-check',
      'app/seo',
      'app/live',
    ],
    packages: [...react, 'react-day-picker', 'embla-carousel-react', 'embla-carousel-autoplay'],
    why: 'a page reaches the shop through the request context; pages never import each other',
  },
  {
    at: 'server',
    rooms: '*',
    packages: '*',
    why: 'main, compose and the commands put everything together',
  },
  {
    at: 'server/api/public-json.ts',
    rooms: ['domain'],
    packages: ['zod'],
    why: 'the JSON of the public API, which the browser reads too',
  },
  {
    at: 'server/api',
    rooms: ['domain', 'cafe', 'server/api/public-json.ts'],
    packages: ['hono', '@hono/zod-openapi', 'zod'],
    why: "speaks HTTP to the shop, in the cafe's words; knows no adapter",
  },
  {
    at: 'server/http',
    rooms: ['domain', 'server', 'server/api', 'server/api/public-json.ts', 'server/webhooks'],
    packages: ['hono', '@hono/node-server', 'lru-cache', 'node:'],
    why: 'middleware; the shop behind it is passed in',
  },
  {
    at: 'server/page-cache',
    rooms: ['domain', 'app/page-number.ts', 'server/http'],
    packages: ['fresh', 'lru-cache', 'node:'],
    why: 'runs before the app, and asks the shop only for its version and its day',
  },
  {
    at: 'server/webhooks',
    rooms: ['domain'],
    packages: ['hono'],
    why: 'hands signed events to the shop',
  },
  {
    at: 'server/rate-limits',
    rooms: ['domain', 'server/http'],
    packages: ['rate-limiter-flexible'],
    why: 'counts requests against the limits of server/http; the database is injected',
  },
  {
    at: 'server/live',
    rooms: ['domain', 'server/api', 'server/http', 'server/jobs'],
    packages: ['@hono/zod-openapi', 'zod', 'node:'],
    why: 'broadcasts changes to listeners; the database is injected',
  },
  { at: 'server/jobs', rooms: ['domain'], packages: [], why: 'calls the shop now and then' },
  {
    at: 'server/database',
    rooms: ['domain'],
    packages: ['kysely', 'pg', 'zod', 'node:'],
    why: 'an adapter: ports, its own drivers, no other adapter',
  },
  {
    at: 'server/stripe',
    rooms: ['domain'],
    packages: ['stripe', 'zod', 'node:'],
    why: 'an adapter: ports and its own SDK',
  },
  {
    at: 'server/mail',
    rooms: ['domain'],
    packages: ['nodemailer'],
    why: 'an adapter: ports and its own SDK',
  },
  {
    at: 'server/images',
    rooms: ['domain', 'app/ui/photo-variants.ts'],
    packages: ['p-limit', 'sharp', 'node:'],
    why: 'an adapter: makes pictures of photos, and knows no page that shows them',
  },
  {
    at: 'server/bot-check',
    rooms: ['domain'],
    packages: ['jose', 'altcha-lib', 'hono', 'zod', 'node:'],
    why: 'an adapter: ports, and the door where a proof becomes a token',
  },
  {
    at: 'practice',
    rooms: [],
    packages: ['hono', '@hono/node-server', 'zod', 'node:'],
    why: 'imitates public protocols, so it may not know how we use them',
  },
  {
    at: 'scripts',
    rooms: ['server', 'cafe', 'scripts/fuzz'],
    packages: '*',
    why: 'what the npm scripts run, outside the built server',
  },
  {
    at: 'scripts/fuzz',
    rooms: ['domain', 'server/database', 'scripts'],
    packages: ['fast-check', 'zod', 'node:'],
    why: 'calls from outside, knowing the rules of what may be written and where it is kept',
  },
  {
    at: 'bench',
    rooms: ['domain', 'cafe', 'server/database', 'scripts', 'scripts/fuzz'],
    packages: ['@playwright/test', 'jose', 'kysely', 'pg', 'zod', 'node:'],
    why: 'measures from outside, and looks into the database afterwards',
  },
  {
    at: 'faults',
    rooms: ['domain', 'scripts', 'bench', 'server/api/public-json.ts'],
    packages: ['zod', 'node:'],
    why: 'breaks everything around a built shop, and judges it from outside',
  },
];

/** Things that are nobody's business but one place's. */
export const forbidden: { pattern: RegExp; in: RegExp; except: RegExp; why: string }[] = [
  {
    pattern: /\bprocess\.env\b/,
    in: /^(app|domain|cafe|server)\//,
    except: /^server\/(main|commands\/[a-z-]+)\.ts$/,
    why: 'server/env.ts reads what main and the commands hand it, and nobody else looks',
  },
  {
    pattern: /new Date\(\)|Date\.now\(\)|Math\.random\(\)|\bcrypto\./,
    in: /^domain\//,
    except: /^$/,
    why: 'the clock and chance are ports: rules can be tried at any moment',
  },
  {
    pattern: /(?:\bto|href)="\/(?!photos)/,
    in: /^app\//,
    except: /^$/,
    why: 'links come from href(), which knows only the routes there are',
  },
];
