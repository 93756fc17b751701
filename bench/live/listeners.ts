import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

/** The argument of `listener-process.ts`. */
export const Task = z.object({
  port: z.int(),
  path: z.string(),
  listeners: z.int(),
  /** The listeners connect from 127.0.{network}.x. */
  network: z.int(),
});
export type Task = z.infer<typeof Task>;

/** What a listener process reports. Times are those of `sharedClock`. */
export const Message = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('listening') }),
  /** Every listener received the event of this version. */
  z.object({ kind: z.literal('received'), version: z.int(), at: z.array(z.number()) }),
  z.object({ kind: z.literal('lost'), reason: z.string() }),
]);
export type Message = z.infer<typeof Message>;

/** Monotonic milliseconds, the same in all processes of the machine. */
export function sharedClock(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

interface Listeners {
  /** When each listener received the event of a version, by `sharedClock`. */
  received(version: number): Promise<number[]>;
  close(): Promise<void>;
}

/** One process reads the events of so many without delay. */
const MAX_PER_PROCESS = 5_000;
const TIMEOUT_MS = 60_000;

/** Opens listeners, evenly on all servers, in processes of their own. */
export async function openListeners(
  ports: number[],
  listeners: number,
  path: string,
): Promise<Listeners> {
  const processes = Math.max(ports.length, Math.ceil(listeners / MAX_PER_PROCESS));
  const all = Array.from({ length: processes }, (_, number) =>
    startProcess({
      port: ports[number % ports.length] ?? 0,
      path,
      listeners: Math.floor(listeners / processes),
      network: number + 1,
    }),
  );
  await Promise.all(all.map(({ waitFor }) => waitFor(({ kind }) => kind === 'listening')));
  return {
    async received(version) {
      const times = all.map(async ({ waitFor }) => {
        const message = await waitFor(
          (each) => each.kind === 'received' && each.version === version,
        );
        return message.kind === 'received' ? message.at : [];
      });
      return (await Promise.all(times)).flat();
    },
    close: async () => void (await Promise.all(all.map(({ close }) => close()))),
  };
}

function startProcess(task: Task) {
  const file = fileURLToPath(import.meta.resolve('./listener-process.ts'));
  const child = fork(file, [JSON.stringify(task)]);
  const messages: Message[] = [];
  let check = () => {};
  child.on('message', (message) => {
    messages.push(Message.parse(message));
    check();
  });
  return {
    /** @throws when a listener lost its connection. */
    waitFor: (matches: (message: Message) => boolean) =>
      new Promise<Message>((resolve, reject) => {
        const timeout = setTimeout(
          () => reject(new Error('Not every listener received the event.')),
          TIMEOUT_MS,
        );
        check = () => {
          const found = messages.find(({ kind }) => kind === 'lost') ?? messages.find(matches);
          if (!found) return;
          clearTimeout(timeout);
          if (found.kind === 'lost')
            reject(new Error(`A listener lost its connection: ${found.reason}`));
          else resolve(found);
        };
        check();
      }),
    async close() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
