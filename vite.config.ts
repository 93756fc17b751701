import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { photoColours } from './scripts/photo-colours.ts';

/** What every page needs at once. What only some show, and what comes when it is wanted, stays apart. */
const onEveryPage = [
  /\/app\/(root|chrome\/|found\/)/,
  /\/app\/ui\/(?!fact-icon|large-photo)/,
  /\/app\/live\/(?!follow-changes|changes-in|ask-again|keep-connected)/,
  /\/app\/bot-check\/(activate-bot-check|bot-check|deadline|report)\./,
  /\/app\/basket\/(basket-store|basket-drawer|pick-up-panel|on-its-way)/,
  /\/cafe\/(cafe|photos)\.ts/,
];

/** What is asked wherever something is chosen, or has been: which days are open, what may be written. */
const rules = [
  /\/domain\/calendar\/(days|names|collection-days|reason-text)\.ts/,
  /\/domain\/orders\/(message|plain-line)\.ts/,
  /\/domain\/catalogue\/sizes\.ts/,
];

export default defineConfig({
  plugins: [photoColours(), reactRouter()],
  css: { modules: { generateScopedName: nameOfClass } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Three files in place of thirty: they compress better, are asked for once, and the first
            // stays in the browser's cache when only the shop has changed.
            codeSplitting: {
              groups: [
                {
                  name: 'framework',
                  test: /\/node_modules\/(react|react-dom|scheduler|react-router)\//,
                },
                { name: 'shop', test: (id) => onEveryPage.some((part) => part.test(id)) },
                { name: 'rules', test: (id) => rules.some((part) => part.test(id)) },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        target: 'node24',
        // The server is the entry and the pages are one of its imports, so that both are one bundle.
        rolldownOptions: { input: './server/main.ts' },
      },
    },
  },
});

/**
 * `price` in `cake/buy-bar.module.css` → `cake_buy-bar_price`: it says where it is from, and is packed
 * better than a hash.
 */
function nameOfClass(name: string, file: string): string {
  const [folder, sheet = ''] = file.split('/').slice(-2);
  return `${folder}_${sheet.replace('.module.css', '')}_${name}`;
}
