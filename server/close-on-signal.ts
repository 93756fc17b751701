import type { Log } from '#server/log.ts';
import type { Listening } from './http/listen.ts';

/** Sending an e-mail takes 15 seconds at most and must be recorded; `deploy/` waits for 25. */
const LONGEST_CLOSE_MS = 20_000;

interface Closable {
  log: Log;
  /** `/readyz` answers 503 from now on. */
  markClosing(): void;
  /** Finishes the e-mails being sent; starts nothing else. */
  stopJobs(): Promise<void>;
  closeLive(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Ends the process on SIGINT and SIGTERM, after requests and e-mails in progress, and at most
 * `LONGEST_CLOSE_MS` after `noticeMs`.
 * @param noticeMs how long new requests are still accepted, so that a proxy can notice.
 */
export function closeOnSignal(shop: Closable, listening: Listening, noticeMs: number): void {
  let closing = false;
  async function close(): Promise<void> {
    if (closing) return;
    closing = true;
    setTimeout(() => {
      shop.log.error({}, 'closing took too long: what was under way has been cut off');
      process.exit(1);
    }, noticeMs + LONGEST_CLOSE_MS);
    shop.markClosing();
    const ended = await Promise.allSettled([
      shop.stopJobs(),
      listening.close(noticeMs, shop.closeLive),
    ]);
    ended.push(...(await Promise.allSettled([shop.close()])));
    const failure = ended.find((each) => each.status === 'rejected');
    if (failure) shop.log.error({ err: failure.reason }, 'closing failed');
    process.exit(failure ? 1 : 0);
  }
  process.on('SIGINT', close);
  process.on('SIGTERM', close);
}
