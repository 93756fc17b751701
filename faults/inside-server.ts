import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { flushCompileCache, registerHooks } from 'node:module';
import * as z from 'zod';
import { type Armed, Command } from './server-commands.ts';

// Loaded into a built shop (`node --import`): injects the faults that the campaign sends over IPC.
// Mutations (faults/mutations.ts) come in the environment, because they apply before the shop's code loads.

const Step = z.object({ at: z.string(), orders: z.array(z.string()) });
const Replacements = z.object({
  edits: z.array(z.object({ from: z.string(), to: z.string() })),
});

let shiftMs = 0;
const kills = new Map<number, { at: string; order?: string | undefined }>();

const SystemDate = Date;
globalThis.Date = new Proxy(SystemDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  apply: () => new SystemDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});

process.on('message', (message) => {
  const command = Command.parse(message);
  switch (command.do) {
    case 'shift-clock':
      shiftMs = command.byMs;
      break;
    case 'arm':
      kills.set(command.id, command);
      process.send?.({ armed: command.id } satisfies Armed);
      break;
    case 'disarm':
      kills.delete(command.id);
      break;
    case 'flush-compile-cache':
      flushCompileCache();
  }
});
// The IPC channel must not keep a closed shop alive, and the shop must not outlive the campaign.
process.channel?.unref();
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

subscribe('battenberg:step', (message) => {
  if (kills.size === 0) return;
  const reached = Step.parse(message);
  for (const [id, { at, order }] of kills) {
    if (reached.at !== at || (order !== undefined && !reached.orders.includes(order))) continue;
    appendFileSync(process.env.KILLS ?? '', `${id}\n`);
    process.kill(process.pid, 'SIGKILL');
  }
});

if (process.env.MUTATION) mutate(Replacements.parse(JSON.parse(process.env.MUTATION)));

function now(): number {
  return SystemDate.now() + shiftMs;
}

function mutate({ edits }: z.infer<typeof Replacements>): void {
  registerHooks({
    load(url, context, nextLoad) {
      const loaded = nextLoad(url, context);
      if (!url.endsWith('/build/server/index.js')) return loaded;
      let source = String(loaded.source);
      for (const { from, to } of edits) {
        const found = source.match(new RegExp(from, 'g'))?.length ?? 0;
        if (found !== 1) throw new Error(`${found} matches in the built shop: ${from}`);
        source = source.replace(new RegExp(from), to);
      }
      return { ...loaded, source };
    },
  });
}
