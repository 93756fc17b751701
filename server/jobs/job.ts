import type { Log } from '#domain/ports.ts';

export interface Job {
  /** Run as soon as possible instead of at the next interval. */
  wake(): void;
  /** Resolves when the round under way, if any, has ended; none follows. */
  stop(): Promise<void>;
}

interface JobSettings {
  name: string;
  everySeconds: number;
  log: Log;
  run(): Promise<void>;
}

/** Runs something now and then, never twice at once; a round that fails is logged and the next one comes. */
export function startJob({ name, everySeconds, log, run }: JobSettings): Job {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let wokenMeanwhile = false;
  let stopped = false;

  async function round(): Promise<void> {
    try {
      await run();
    } catch (error) {
      log.error({ err: error, job: name }, 'a job failed');
    }
    running = undefined;
    if (!stopped) schedule(wokenMeanwhile ? 0 : everySeconds);
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
      if (stopped) return;
      if (running) wokenMeanwhile = true;
      else schedule(0);
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
