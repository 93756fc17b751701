import { subscribe } from 'node:diagnostics_channel';
import { flushCompileCache, registerHooks } from 'node:module';
import * as z from 'zod';

// Loaded into a built shop (`node --import`): injects the faults that the campaign sends over IPC.
// Mutations (faults/mutations.ts) come in the environment, because they apply before the shop's code loads.

/**
 * `kill`: SIGKILL at the named call of a port, such as `orders.fund end`.
 * `flush-compile-cache`: a killed process does not, and the cache saves a third of the next start.
 */
export const Command = z.discriminatedUnion('do', [
  z.object({ do: z.literal('shift-clock'), byMs: z.number() }),
  z.object({ do: z.literal('flush-compile-cache') }),
  z.object({ do: z.literal('kill'), at: z.string().nullable() }),
]);
export type Command = z.infer<typeof Command>;

const PortCall = z.object({ port: z.string(), method: z.string(), phase: z.string() });
const Replacements = z.object({
  edits: z.array(z.object({ from: z.string(), to: z.string() })),
});

let shiftMs = 0;
let killAt: string | null = null;

const SystemDate = Date;
globalThis.Date = new Proxy(SystemDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget),
  apply: () => new SystemDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});

process.on('message', (message) => {
  const command = Command.parse(message);
  if (command.do === 'shift-clock') shiftMs = command.byMs;
  else if (command.do === 'kill') killAt = command.at;
  else flushCompileCache();
});
// The IPC channel must not keep a closed shop alive, and the shop must not outlive the campaign.
process.channel?.unref();
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));

subscribe('battenberg:port', (message) => {
  if (killAt === null) return;
  const { port, method, phase } = PortCall.parse(message);
  if (killAt === `${port}.${method} ${phase}`) process.kill(process.pid, 'SIGKILL');
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
