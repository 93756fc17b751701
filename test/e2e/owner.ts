import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { RunningShop } from '../../harness/running-shop.ts';

const run = promisify(execFile);

export type Owner = ReturnType<typeof ownerOf>;

/** The cafe's owner, who changes things with `npm run catalogue`: beside the shop, on its database. */
export function ownerOf({ environment }: Pick<RunningShop, 'environment'>) {
  const wayBack: string[][] = [];

  async function catalogue(...words: string[]): Promise<void> {
    await run(process.execPath, ['server/commands/catalogue.ts', ...words], { env: environment });
  }

  return {
    async changePrice(cake: string, size: string, pounds: number, before: number) {
      wayBack.push(['price', cake, size, String(before)]);
      await catalogue('price', cake, size, String(pounds));
    },

    async hide(cake: string) {
      wayBack.push(['show', cake]);
      await catalogue('hide', cake);
    },

    show: (cake: string) => catalogue('show', cake),

    /** From `2026-12-05`, as the pages have it, up to another day. */
    async close(first: string, last = first) {
      wayBack.push(['open', first, last]);
      await catalogue('close', first, last);
    },

    open: (day: string) => catalogue('open', day),

    /** Makes the shop what it was: others visit it after this story. */
    async undo() {
      for (const words of wayBack.reverse()) await catalogue(...words);
    },
  };
}
