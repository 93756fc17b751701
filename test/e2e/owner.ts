import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { RunningShop } from '../../harness/running-shop.ts';

const run = promisify(execFile);

export type Owner = ReturnType<typeof ownerOf>;

/** Runs `npm run catalogue` commands on the database of a running shop. */
export function ownerOf({ environment }: Pick<RunningShop, 'environment'>) {
  const undoCommands: string[][] = [];

  async function catalogue(...words: string[]): Promise<void> {
    await run(process.execPath, ['server/commands/catalogue.ts', ...words], { env: environment });
  }

  return {
    async changePrice(cake: string, size: string, pounds: number, before: number) {
      undoCommands.push(['price', cake, size, String(before)]);
      await catalogue('price', cake, size, String(pounds));
    },

    async hide(cake: string) {
      undoCommands.push(['show', cake]);
      await catalogue('hide', cake);
    },

    show: (cake: string) => catalogue('show', cake),

    /** Closes the days from `first` to `last`, as `2026-12-05`. */
    async close(first: string, last = first) {
      undoCommands.push(['open', first, last]);
      await catalogue('close', first, last);
    },

    open: (day: string) => catalogue('open', day),

    /** Undoes all changes, because later tests share the shop. */
    async undo() {
      for (const words of undoCommands.reverse()) await catalogue(...words);
    },
  };
}
