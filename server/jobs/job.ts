import type { Log } from '#server/log.ts';

export interface Job {
  /** Run as soon as possible instead of at the next interval. */
  wake(): void;
  /** Resolves when the current round has ended; no other follows. */
  stop(): Promise<void>;
}

export interface JobSettings {
  name: string;
  everySeconds: number;
  /** Pause after a failed round; defaults to `everySeconds`. */
  retrySeconds?: number;
  log: Log;
  /** @param stopping aborted by `stop`, so that a long round can end early. */
  run(stopping: AbortSignal): Promise<void>;
}

/** Runs a function at an interval, never concurrently. A failed round is logged; the next one runs. */
export function startJob({
  name,
  everySeconds,
  retrySeconds = everySeconds,
  log,
  run,
}: JobSettings): Job {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let wokenMeanwhile = false;
  const stopping = new AbortController();

  async function round(): Promise<void> {
    let pause = everySeconds;
    try {
      await run(stopping.signal);
    } catch (error) {
      log.error({ err: error, job: name }, 'a job failed');
      pause = retrySeconds;
    }
    running = undefined;
    if (!stopping.signal.aborted) schedule(wokenMeanwhile ? 0 : pause);
    wokenMeanwhile = false;
  }

  function schedule(seconds: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = round();
    }, seconds * 1000);
  }

  schedule(0);
  return {
    wake() {
      if (stopping.signal.aborted) return;
      if (running) wokenMeanwhile = true;
      else schedule(0);
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
