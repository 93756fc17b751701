import { basename, relative } from 'node:path';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import shop from './package.json' with { type: 'json' };
import { generatePhotoStyles } from './scripts/photo-styles.ts';

/** Modules that every page needs. Page-specific and lazy modules stay out of it. */
const onEveryPage = [
  /\/app\/(root|hydration\/|shop\/frame\/|seo\/)/,
  /\/app\/ui\/(?!kit\/|large-photo|text-page|allergens|item-photo|focus-on-problem|keep-filled-open)/,
  /\/app\/live\/(use-live|loader-results)\./,
  /\/app\/buy\/bot-check\/(bot-check|token-store)\./,
  /\/app\/buy\/basket\/(basket-store|basket-drawer)/,
  /\/app\/buy\/checkout\/pick-up-panel/,
  /\/cafe\/(cafe|photos)\.ts/,
  /\/domain\/catalogue\/landing-page\.ts/,
];

/** Shared by the cake page, the basket, the checkout and the pages of an order: open days, messages, sizes, money. */
const rules = [
  /\/domain\/calendar\/(days|names|collection-days)\.ts/,
  /\/domain\/orders\/plain-text\.ts/,
  /\/domain\/(money|catalogue\/(sizes|allergens))\.ts/,
];

/** What these pages share and the rules do not need. */
const parts = [
  /\/domain\/(words\/hours|basket\/basket-time)\.ts/,
  /\/app\/buy\/basket\/(day-chips|open-days|lazy-wait-for-place)\./,
  /\/app\/ui\/(allergens|item-photo|focus-on-problem|keep-filled-open)\./,
];

/**
 * What an open basket needs besides. One file, because each page lists the files to load later. With the styles of the
 * payment page, which may open without a connection: the router prefetches its scripts alone.
 */
const openBasket = [
  /\/app\/buy\/basket\/(?!close-full-days|order-attempt|wait-for-place|collection-calendar|month)/,
  /\/app\/buy\/checkout\/payment-loading\.module\./,
  /\/domain\/basket\//,
  /\/domain\/catalogue\/catalogue-guards\.ts/,
];

/** Whom the cafe writes to, and what customers ask for. */
const asking = [
  /\/app\/buy\/bot-check\/(send|put)-with-token\./,
  /\/domain\/(catalogue\/photo-rejection|orders\/(same-customer|reachable)|requests\/request-form)\.ts/,
  /\/app\/buy\/checkout\/kept-details\./,
];

/** `public-json.ts` describes what the browser reads. */
const SERVER_ONLY = /^(server\/(?!api\/public-json\.)|node_modules\/kysely\/)/;

export default defineConfig({
  plugins: [
    generatePhotoStyles(),
    reactRouter(),
    classNamesAsConstants(),
    keepServerOut(),
    keepOwnerOut(),
  ],
  css: { modules: { generateScopedName: nameOfClass } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          optimization: { inlineConst: { mode: 'all' } },
          output: {
            // Three files instead of thirty: they compress better, take fewer requests, and
            // `framework` stays in the browser's cache when only the shop's code changes.
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /\/node_modules\/(react|react-dom|scheduler|react-router)\//,
                },
                // Before `shop`, whose metadata of the server use the rules.
                { name: 'rules', test: (id) => rules.some((part) => part.test(id)) },
                // Likewise, which pages without options do not need.
                { name: 'options', test: /\/domain\/catalogue\/options\.ts/ },
                { name: 'shop', test: (id) => onEveryPage.some((part) => part.test(id)) },
                { name: 'rules', test: (id) => parts.some((part) => part.test(id)) },
                { name: 'reason-text', test: /\/domain\/calendar\/reason-text\.ts/ },
                { name: 'basket', test: (id) => openBasket.some((part) => part.test(id)) },
                // Shared by the owner's screens and some pages of visitors, which must not load the former.
                { name: 'guard', test: /\/domain\/guard\.ts/ },
                { name: 'capacity', test: /\/domain\/capacity\/capacity\.ts/ },
                { name: 'stable-list', test: /\/app\/live\/use-stable-list\./ },
                { name: 'asking', test: (id) => asking.some((part) => part.test(id)) },
                // What a browser that has ordered loads on each page.
                { name: 'kept-links', test: /\/app\/buy\/checkout\/(kept-links|menu-entry)\./ },
                // One file for all screens, after the groups whose modules it shares.
                { name: 'owner', test: /\/app\/owner\/(?!sign-in|welcome|people|print)/ },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // Bundles the development dependencies that pages use, so that production installs only `dependencies`.
      resolve: { noExternal: true, external: Object.keys(shop.dependencies) },
      build: {
        target: 'node24',
        // The server is the entry and imports the pages, so both are one bundle (decision 002).
        rolldownOptions: { input: './server/main.ts' },
      },
    },
  },
});

/** Fails a build whose files for browsers contain a module of the server. */
function keepServerOut(): Plugin {
  return {
    name: 'keep-server-out',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, files) {
      const modules = Object.values(files).flatMap((file) =>
        file.type === 'chunk' ? file.moduleIds : [],
      );
      const found = modules.filter((id) => SERVER_ONLY.test(relative('.', id)));
      if (found.length === 0) return;
      const imports = found.map((id) => {
        const importers = this.getModuleInfo(id)?.importers ?? [];
        return `${relative('.', id)}, by ${importers.map((file) => relative('.', file)).join(', ')}`;
      });
      this.error(
        `Only loaders and actions may use modules of the server. Others import:\n${imports.join('\n')}`,
      );
    },
  };
}

/** Fails a build in which a file of visitors imports the file of all owner screens. */
function keepOwnerOut(): Plugin {
  return {
    name: 'keep-owner-out',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, files) {
      const chunks = Object.values(files).filter((file) => file.type === 'chunk');
      const owner = chunks.find(({ name }) => name === 'owner');
      const found = chunks.filter(
        ({ moduleIds, imports }) =>
          owner &&
          imports.includes(owner.fileName) &&
          moduleIds.some((id) => /\/app\/(shop|buy|live)\//.test(id)),
      );
      if (found.length === 0) return;
      this.error(
        `Modules that visitors' pages share with the owner's screens need a group of their own. Now these load the owner's: ${found.map(({ name }) => name).join(', ')}`,
      );
    },
  };
}

/**
 * Imports the classes of a stylesheet one by one, so that the build writes `bottom-bar_price` where
 * `styles.price` is, without an object of all names. Files that compute a name keep the object.
 */
function classNamesAsConstants(): Plugin[] {
  return [
    {
      name: 'class-names-as-constants',
      apply: 'build',
      enforce: 'pre',
      transform(code, id) {
        if (!id.endsWith('.tsx')) return undefined;
        return code.replace(/^import (\w+) from ('.*\.module\.css')/gm, (line, name, file) =>
          code.includes(`${name}[`) ? line : `import * as ${name} from ${file}`,
        );
      },
    },
    {
      name: 'stylesheets-without-used-names',
      apply: 'build',
      enforce: 'post',
      transform(code, id) {
        // Otherwise the build omits a stylesheet whose names are all written in place.
        return id.endsWith('.module.css') ? { code, moduleSideEffects: 'no-treeshake' } : undefined;
      },
    },
  ];
}

/**
 * `price` in `bottom-bar.module.css` → `bottom-bar_price`: names the source, and compresses better
 * than a hash. Stylesheets have unique names.
 */
function nameOfClass(name: string, file: string): string {
  return `${basename(file, '.module.css')}_${name}`;
}
