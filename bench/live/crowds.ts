import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Said, type Task } from './crowd-words.ts';

/** Listeners in processes of their own. */
export interface Crowds {
  /** When each of them was told of a version, by the clock of crowd-words.ts. */
  told(version: number): Promise<number[]>;
  /** All hang up. */
  leave(): Promise<void>;
}

/** As many as one process reads at once without being late itself. */
const LISTENERS_OF_A_PROCESS = 5_000;
const PATIENCE_MS = 60_000;

/** Resolves when all of them are listening, evenly at all of the servers. */
export async function gather(ports: number[], listeners: number, path: string): Promise<Crowds> {
  const processes = Math.max(ports.length, Math.ceil(listeners / LISTENERS_OF_A_PROCESS));
  const crowds = Array.from({ length: processes }, (_, number) =>
    startCrowd({
      port: ports[number % ports.length] ?? 0,
      path,
      listeners: Math.floor(listeners / processes),
      network: number + 1,
    }),
  );
  await Promise.all(crowds.map(({ hears }) => hears(({ kind }) => kind === 'listening')));
  return {
    async told(version) {
      const all = crowds.map(async ({ hears }) => {
        const said = await hears((each) => each.kind === 'told' && each.version === version);
        return said.kind === 'told' ? said.at : [];
      });
      return (await Promise.all(all)).flat();
    },
    leave: async () => void (await Promise.all(crowds.map(({ leave }) => leave()))),
  };
}

function startCrowd(task: Task) {
  const crowd = fork(fileURLToPath(import.meta.resolve('./crowd.ts')), [JSON.stringify(task)]);
  const heard: Said[] = [];
  let look = () => {};
  crowd.on('message', (message) => {
    heard.push(Said.parse(message));
    look();
  });
  return {
    /** @throws when one of them has lost its connection. */
    hears: (wanted: (said: Said) => boolean) =>
      new Promise<Said>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error('Not all were told.')), PATIENCE_MS);
        look = () => {
          const found = heard.find(({ kind }) => kind === 'lost') ?? heard.find(wanted);
          if (!found) return;
          clearTimeout(late);
          if (found.kind === 'lost') reject(new Error(`A listener was lost: ${found.reason}`));
          else resolve(found);
        };
        look();
      }),
    async leave() {
      const ended = once(crowd, 'exit');
      crowd.disconnect();
      await ended;
    },
  };
}
