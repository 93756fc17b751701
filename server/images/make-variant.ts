import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import type { PhotoFormat } from '#app/ui/photo-variants.ts';
import { oneDecoder } from '#server/photos/photo-encoder.ts';
import type { VariantJob } from './variant-process.ts';

/** One picture file that a page may ask for. */
export interface PhotoVariant {
  file: string;
  width: number;
  quality: number;
  format: PhotoFormat;
  /** Not one of `cafe/`. */
  isUploaded?: boolean;
}

export type MakeVariant = (variant: PhotoVariant) => Promise<Uint8Array<ArrayBuffer>>;

/** From the root of the repository, where the server runs. */
const SCRIPT = 'server/images/variant-process.ts';
/** The process waits this long for the next picture of a page. */
const IDLE_MS = 250;

interface WaitingJob {
  job: VariantJob;
  resolve(picture: Uint8Array<ArrayBuffer>): void;
  reject(reason: unknown): void;
}

/** Resizes and encodes photos in a child process, one at a time, and never while an upload is decoded. */
export function createMakeVariant(avifEffort: number) {
  const waiting: WaitingJob[] = [];
  const arrivals = new EventEmitter();
  let isServed = false;

  /** @param original its path or content. */
  return ({ width, quality, format }: PhotoVariant, original: string | Uint8Array) =>
    new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
      waiting.push({ job: { original, width, quality, format, avifEffort }, resolve, reject });
      arrivals.emit('job');
      if (!isServed) serve();
    });

  function serve(): void {
    isServed = true;
    oneDecoder(makeAll).finally(() => {
      isServed = false;
      if (waiting.length > 0) serve();
    });
  }

  async function makeAll(): Promise<void> {
    const child = fork(SCRIPT, { serialization: 'advanced', execArgv: [], env: ENVIRONMENT });
    const ended = endOf(child);
    while (waiting.length > 0 || (await isAnotherComing())) {
      const next = waiting.shift();
      const isAlive = next && (await make(next, child, ended));
      // An upload takes its turn.
      if (!isAlive || oneDecoder.pendingCount > 0) break;
    }
    child.kill('SIGKILL');
    await ended;
  }

  async function isAnotherComing(): Promise<boolean> {
    try {
      await once(arrivals, 'job', { signal: AbortSignal.timeout(IDLE_MS) });
      return true;
    } catch {
      return false;
    }
  }
}

/** Without the server's secrets. One arena of malloc keeps less of what each picture took. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '1' };

/** @returns how the process ended, or why it did not start. */
function endOf(child: ChildProcess): Promise<Error> {
  return once(child, 'exit').then(
    ([code, signal]) => new Error(`The process that makes pictures ended: ${signal ?? code}.`),
    (error: unknown) => new Error('The process that makes pictures failed.', { cause: error }),
  );
}

/** @returns whether the process can make another one. */
async function make(
  { job, resolve, reject }: WaitingJob,
  child: ChildProcess,
  ended: Promise<Error>,
): Promise<boolean> {
  const stopped = new AbortController();
  const { signal } = stopped;
  child.send(job, (error) => error && stopped.abort(error));
  const answered = once(child, 'message', { signal }).catch((error: unknown) => [error]);
  const answer = await Promise.race([answered.then(([message]) => message), ended]);
  stopped.abort();
  if (answer instanceof Uint8Array) resolve(new Uint8Array(answer));
  else reject(answer instanceof Error ? answer : new Error(String(answer)));
  return !(answer instanceof Error);
}
