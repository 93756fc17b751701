import type { Clock } from '#domain/clock.ts';
import { runCatalogueCommand } from '#server/commands/catalogue-command.ts';
import { parseCatalogueCommand } from '#server/commands/parse-arguments.ts';
import { compose } from '#server/compose.ts';
import { readEnv } from '#server/env.ts';
import { createLog } from '#server/log.ts';
import type { RunningShop } from '../../harness/running-shop.ts';

export type Owner = Awaited<ReturnType<typeof openOwner>>;

/** Runs commands of `npm run catalogue` in this process, on the database of a running shop. */
export async function openOwner({ environment }: RunningShop, clock: Clock) {
  const { shop, close } = await compose(readEnv(environment), createLog('silent'), clock);
  const undoCommands: string[][] = [];

  async function catalogue(...words: string[]): Promise<void> {
    const parsed = parseCatalogueCommand(words);
    if (!parsed.ok || parsed.command.command === 'help') throw new Error(`No command: ${words}`);
    const { ok, text } = await runCatalogueCommand(shop, parsed.command, true);
    if (!ok) throw new Error(text);
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
      await close();
    },
  };
}
