/** What a folder or file may import. */
interface ImportRule {
  /** A folder or file, relative to the root of the repository. The rule with the longest match applies. */
  path: string;
  /** Paths of other rules that it may import; `*` allows all. */
  mayImport: string[] | '*';
  /** Packages that it may import: a name, `@scope/…`, or `node:` for built-in modules; `*` allows all. */
  packages: string[] | '*';
  why: string;
}

const react = ['react', 'react-router'];

/**
 * What the folders of operations import besides what their rules name, because some operations are still bound to ports
 * and their types go in circles. Empty when the last port is gone.
 */
export const ofPorts = [
  'server/ports.ts',
  'server/use-cases.ts',
  'server/shop.ts',
  'server/step.ts',
  'server/db',
  'server/orders',
  'server/emails',
  'server/content',
  'server/staff',
  'server/stripe',
];

/** The import table. Files of tests (`*.test.ts`) may import anything. */
export const importRules: ImportRule[] = [
  {
    path: 'domain',
    mayImport: [],
    packages: ['zod', '@internationalized/date'],
    why: 'pure rules: no framework, SQL, environment or clock',
  },
  {
    path: 'cafe',
    mayImport: ['domain'],
    packages: [],
    why: 'the content of the cafe: texts and data, no logic',
  },
  {
    path: 'app',
    mayImport: [
      'domain',
      'app/hydration',
      'app/layout',
      'app/seo',
      'app/live',
      'app/ui',
      'server/shop.ts',
      'server/content',
    ],
    packages: [...react, 'react-dom', '@fontsource-variable/', '@react-router/dev'],
    why: 'root, routes and entries; they never import an adapter',
  },
  {
    path: 'app/hydration',
    mayImport: [],
    packages: react,
    why: 'loads the scripts after the first paint; the only folder that uses internals of React Router',
  },
  {
    path: 'app/ui/photo-variants.ts',
    mayImport: ['domain'],
    packages: [],
    why: 'widths, formats and qualities of the pictures that pages link to and the server generates',
  },
  {
    path: 'app/ui',
    mayImport: ['app/ui/photo-variants.ts', 'domain', 'cafe'],
    packages: react,
    why: 'components without data fetching, independent of pages',
  },
  {
    path: 'app/live',
    mayImport: ['app/ui', 'app/capacity'],
    packages: react,
    why: 'makes an open page reload its data; independent of pages',
  },
  {
    path: 'app/capacity',
    mayImport: ['domain', 'app/checkout'],
    packages: ['react'],
    why: 'closes the days that have no room for what a visitor wants',
  },
  {
    path: 'app/bot-check',
    mayImport: ['domain', 'app/ui'],
    packages: ['react', 'altcha-lib'],
    why: 'obtains the bot-check token for requests that write',
  },
  {
    path: 'app/basket',
    mayImport: ['domain', 'app/ui', 'app/live', 'app/capacity'],
    packages: react,
    why: "the browser's basket, used by the layout and the pages",
  },
  {
    path: 'app/checkout',
    mayImport: ['domain', 'app/ui', 'app/basket', 'app/bot-check'],
    packages: react,
    why: 'pick-up details, the order attempt and the payment confirmation',
  },
  {
    path: 'app/layout',
    mayImport: ['domain', 'app/ui', 'app/basket', 'app/checkout', 'app/bot-check'],
    packages: react,
    why: 'the frame of every page',
  },
  {
    path: 'app/seo',
    mayImport: ['domain', 'app/ui/photo-variants.ts', 'app', 'app/ui', 'server/content'],
    packages: ['react-router'],
    why: 'metadata for search engines and shared links',
  },
  {
    path: 'app/owner/person-context.ts',
    mayImport: ['domain', 'server/staff'],
    packages: ['react-router'],
    why: 'who is signed in, which server/staff finds out and the pages read',
  },
  {
    path: 'app/my-order',
    mayImport: ['domain', 'cafe', 'app', 'app/ui', 'app/seo', 'server/content', 'server/orders'],
    packages: ['react-router'],
    why: "the page of a customer's link, to which only e-mails link",
  },
  {
    path: 'app/pages',
    mayImport: [
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
      'app/capacity',
      'server/content',
      'server/orders',
    ],
    packages: [
      ...react,
      '@fontsource/cookie',
      'react-day-picker',
      'embla-carousel-react',
      'embla-carousel-autoplay',
    ],
    why: 'a page reaches the shop through the request context; pages never import each other',
  },
  {
    path: 'app/owner',
    mayImport: [
      'domain',
      'app',
      'app/ui',
      'app/ui/photo-variants.ts',
      'app/seo',
      'app/live',
      'app/owner/person-context.ts',
      'server/shop.ts',
      'server/content',
      'server/emails',
      'server/orders',
      'server/staff',
      'server/stripe',
    ],
    packages: [...react, '@simplewebauthn/browser', 'uqr'],
    why: "the screens for staff, with a layout and code of their own; never the visitors' pages",
  },
  {
    path: 'server',
    mayImport: '*',
    packages: '*',
    why: 'main, compose and the commands wire everything together',
  },
  {
    path: 'server/ports.ts',
    mayImport: ['domain', 'server/stripe', ...ofPorts],
    packages: ['kysely'],
    why: 'what the operations need; types only',
  },
  {
    path: 'server/shop.ts',
    mayImport: ofPorts,
    packages: [],
    why: 'what every operation takes; imports none',
  },
  {
    path: 'server/step.ts',
    mayImport: ['domain'],
    packages: ['node:'],
    why: 'marks the points at which the fault campaign may kill the server',
  },
  {
    path: 'server/use-cases.ts',
    mayImport: ['domain', ...ofPorts],
    packages: [],
    why: 'the use cases that are not yet functions of the shop',
  },
  {
    path: 'server/orders',
    mayImport: ['domain', 'server/db', 'server/emails', ...ofPorts],
    packages: ['kysely', 'zod'],
    why: 'one operation, one file: rule, transaction and trail of what happens to an order',
  },
  {
    path: 'server/emails',
    mayImport: ['domain', 'server/db', ...ofPorts],
    packages: ['kysely', 'nodemailer', 'node:'],
    why: 'the queue of e-mails, their kinds and texts, and the services that send them',
  },
  {
    path: 'server/content',
    mayImport: ['domain', 'server/stripe', 'server/db', ...ofPorts],
    packages: ['kysely', 'node:', 'zod'],
    why: 'what the cafe says and sells, and how the owner edits it',
  },
  {
    path: 'server/api/public-json.ts',
    mayImport: ['domain'],
    packages: ['zod'],
    why: 'the JSON of the public API, which the browser reads too',
  },
  {
    path: 'server/api',
    mayImport: [
      'domain',
      'server/bot-check',
      'server/api/public-json.ts',
      'server/ports.ts',
      'server/shop.ts',
      'server/content',
      'server/orders',
    ],
    packages: ['hono', '@hono/zod-openapi', 'zod'],
    why: 'the HTTP API of the shop; independent of adapters',
  },
  {
    path: 'server/http',
    mayImport: [
      'domain',
      'server',
      'server/api',
      'server/api/public-json.ts',
      'server/webhooks',
      'server/staff',
      'server/photos',
      'app/owner/person-context.ts',
      'server/ports.ts',
      'server/shop.ts',
      'server/orders',
    ],
    packages: ['hono', '@hono/node-server', 'node:'],
    why: 'middleware; the shop is injected',
  },
  {
    path: 'server/page-cache',
    mayImport: ['server/http', 'server/shop.ts'],
    packages: ['fresh', 'hono', 'lru-cache', 'node:'],
    why: 'middleware of pages; uses only the version and the current day of the shop',
  },
  {
    path: 'server/webhooks',
    mayImport: ['server/shop.ts', 'server/orders', 'server/stripe'],
    packages: ['hono'],
    why: 'passes signed events to the shop',
  },
  {
    path: 'server/live',
    mayImport: [
      'domain',
      'server/api',
      'server/jobs',
      'server/ports.ts',
      'server/shop.ts',
      'server/orders',
    ],
    packages: ['@hono/zod-openapi', 'hono', 'zod', 'node:'],
    why: 'broadcasts changes to listeners; the database is injected',
  },
  {
    path: 'server/staff',
    mayImport: [
      'domain',
      'server/http',
      'app/owner/person-context.ts',
      'server/db',
      'server/emails',
      ...ofPorts,
    ],
    packages: ['hono', '@simplewebauthn/server', 'kysely', 'zod', 'node:'],
    why: 'the people who work at the cafe: sign-in, sessions, access, passkeys',
  },
  {
    path: 'server/jobs',
    mayImport: [
      'server/bot-check',
      'server/ports.ts',
      'server/shop.ts',
      'server/content',
      'server/emails',
      'server/orders',
      'server/staff',
    ],
    packages: [],
    why: 'calls the shop periodically',
  },
  {
    path: 'server/db',
    mayImport: ['domain', ...ofPorts],
    packages: ['kysely', 'lru-cache', 'pg', 'node:'],
    why: 'an adapter: implements ports with its own drivers',
  },
  {
    path: 'server/stripe',
    mayImport: ['domain', ...ofPorts],
    packages: ['stripe', 'zod', 'node:'],
    why: 'an adapter: implements ports with its own SDK',
  },
  {
    path: 'server/images',
    mayImport: [
      'domain',
      'app/ui/photo-variants.ts',
      'server/ports.ts',
      'server/shop.ts',
      'server/content',
    ],
    packages: ['p-limit', 'sharp', 'node:'],
    why: 'an adapter: generates pictures from photos; independent of pages',
  },
  {
    path: 'server/photos',
    mayImport: ['server/http', 'server/ports.ts', 'server/shop.ts', 'server/content'],
    packages: ['hono', 'p-limit', 'sharp', 'zod', 'node:'],
    why: 'how uploads of photos are received and encoded',
  },
  {
    path: 'server/bot-check',
    mayImport: ['domain', 'server/db', 'server/ports.ts'],
    packages: ['jose', 'hono', 'kysely', 'zod', 'node:'],
    why: 'exchanges a proof for a token, and authorizes an order by its token',
  },
  {
    path: 'practice',
    mayImport: [],
    packages: ['hono', '@hono/node-server', 'zod', 'node:'],
    why: 'imitates public protocols, independent of how the shop uses them',
  },
  {
    path: 'scripts',
    mayImport: ['server', 'cafe', 'app/hydration', 'scripts/fuzz', 'harness', 'test'],
    packages: '*',
    why: 'the npm scripts, outside the built server',
  },
  {
    path: 'scripts/fuzz',
    mayImport: ['domain', 'server/db', 'harness', 'test'],
    packages: ['fast-check', 'zod', 'node:'],
    why: 'calls the shop over HTTP; knows the rules for stored data and the database',
  },
  {
    path: 'bench',
    mayImport: [
      'domain',
      'cafe',
      'server/content',
      'server/db',
      'server/emails',
      'server/orders',
      'harness',
      'test',
    ],
    packages: ['@playwright/test', 'jose', 'kysely', 'pg', 'zod', 'node:'],
    why: 'measures the shop over HTTP and checks the database afterwards',
  },
  {
    path: 'faults',
    mayImport: ['domain', 'bench', 'server/api/public-json.ts', 'server/emails', 'harness', 'test'],
    packages: ['zod', 'node:'],
    why: 'injects faults around a built shop and checks it over HTTP',
  },
  {
    path: 'harness',
    mayImport: ['test'],
    packages: ['zod', 'node:'],
    why: 'starts the shop and the practice services as processes',
  },
  {
    path: 'test',
    mayImport: '*',
    packages: '*',
    why: 'wires the parts together for tests, as main does for the shop',
  },
];

/** Patterns that are allowed only in certain files. */
export const forbidden: { pattern: RegExp; in: RegExp; except: RegExp; why: string }[] = [
  {
    pattern: /['"](?:#|(?:\.\.\/)+)(?:test|harness)\//,
    in: /^server\//,
    except: /^$/,
    why: 'the built server contains no test code',
  },
  {
    pattern: /\bprocess\.env\b/,
    in: /^(app|domain|cafe|server)\//,
    except: /^server\/(main|commands\/[a-z-]+)\.ts$/,
    why: 'only main and the commands read process.env; server/env.ts parses what they pass',
  },
  {
    pattern: /new Date\(\)|Date\.now\(\)|Math\.random\(\)|\bcrypto\./,
    in: /^(domain|server\/(orders|emails|content))\//,
    except: /^$/,
    why: 'the clock and randomness are ports, so that tests control them',
  },
  {
    pattern: /(?:\bto|href)="\/(?!photos)/,
    in: /^app\//,
    except: /^$/,
    why: 'links use href(), which accepts only existing routes',
  },
  {
    pattern:
      /import [^;]*\b(?:Form|NavLink|useFetcher|useFetchers|useSubmit)\b[^;]* from 'react-router'/,
    in: /^app\/owner\//,
    except: /^$/,
    why: "visitors load the router's file too, and it contains only what is imported somewhere",
  },
];
