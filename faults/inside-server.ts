import { subscribe } from 'node:diagnostics_channel';
import { registerHooks } from 'node:module';
import * as z from 'zod';

// Loaded into a built shop (`node --import`): does to its process what the campaign asks for over the
// channel between the two. Mutations (faults/mutations.ts) come with the environment, as they have to
// be made before the shop's code is read.

/** `kill`: with SIGKILL, at the next call of a port that is named, as `orders.fund end`. */
export const Order = z.discriminatedUnion('do', [
  z.object({ do: z.literal('shift-clock'), byMs: z.number() }),
  z.object({ do: z.literal('kill'), at: z.string().nullable() }),
]);
export type Order = z.infer<typeof Order>;

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
  const order = Order.parse(message);
  if (order.do === 'shift-clock') shiftMs = order.byMs;
  else killAt = order.at;
});
// The channel alone must not keep a shop alive that has closed, nor may a shop outlive the campaign.
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
        if (found !== 1) throw new Error(`${found} times in the built shop: ${from}`);
        source = source.replace(new RegExp(from), to);
      }
      return { ...loaded, source };
    },
  });
}
