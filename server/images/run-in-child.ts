import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import pLimit from 'p-limit';

/** One job at a time for the whole server: to decode or encode a photo takes up to 230 MB. */
const oneJob = pLimit(1);
/** The process waits this long for the next job: it takes longer to start than for most jobs. */
const IDLE_MS = 250;
/** Without the server's secrets. One arena of malloc keeps less of what each picture took. */
const ENVIRONMENT = { MALLOC_ARENA_MAX: '1' };

interface RunningChild {
  script: string;
  child: ChildProcess;
  /** Rejects when the process has ended. */
  ended: Promise<never>;
}

let running: RunningChild | undefined;
let idleTimer: NodeJS.Timeout | undefined;

/**
 * Sends a job to a process of the script, which serves its jobs with `serveJobs`. A process that has decoded
 * uploads makes no pictures for visitors: another script has another process.
 * @param script from the root of the repository, where the server runs.
 * @param timeoutMs default: none.
 * @throws if the job fails, takes longer, or crashes the process.
 */
export function runInChild(script: string, job: object, timeoutMs?: number): Promise<unknown> {
  return oneJob(async () => {
    clearTimeout(idleTimer);
    if (running && running.script !== script) await stop(running);
    const current = running ?? start(script);
    running = current;
    const { child, ended } = current;
    const timeout = timeoutMs && setTimeout(() => stop(current), timeoutMs);
    const over = new AbortController();
    try {
      child.send(job, (error) => error && over.abort(error));
      const answered = once(child, 'message', { signal: over.signal });
      const [answer] = await Promise.race([answered, ended]);
      if (typeof answer === 'string') throw new Error(answer);
      return answer;
    } finally {
      over.abort();
      clearTimeout(timeout);
      idleTimer = setTimeout(() => stop(current), IDLE_MS);
    }
  });
}

function start(script: string): RunningChild {
  const child = fork(script, { serialization: 'advanced', execArgv: [], env: ENVIRONMENT });
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`The process of ${script} ended: ${signal ?? code}.`);
  });
  const started = { script, child, ended };
  ended.catch(() => forget(started));
  return started;
}

async function stop(child: RunningChild): Promise<void> {
  forget(child);
  child.child.kill('SIGKILL');
  await child.ended.catch(() => {});
}

function forget(child: RunningChild): void {
  if (running === child) running = undefined;
}

/**
 * For the script: answers each job with its result, or with the error as text.
 * @param run its result is no text.
 */
export function serveJobs(run: (job: unknown) => Promise<object>): void {
  // The server has ended.
  process.on('disconnect', () => process.exit());
  process.on('message', async (job) => {
    process.send?.(await run(job).catch(String));
  });
}
