import { backoff } from '#app/ui/wait.ts';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
/** The server sends a keep-alive event every 25 seconds. */
const LONGEST_SILENCE_MS = 60_000;

/**
 * Keeps one connection open while the page is visible. After an error or a silence it reconnects with
 * a growing, random pause: clients that a restart disconnects come back at different times. An EventSource
 * does not reconnect by itself after an HTTP error.
 *
 * @param countFailures called with how many attempts in a row have failed; with 0 for each sign of life.
 * @param signal closes the connection for good.
 */
export function openEventStream(
  url: () => string,
  receive: (event: MessageEvent) => void,
  countFailures: (failures: number) => void,
  signal: AbortSignal,
): void {
  let source: EventSource | undefined;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  for (const event of ['visibilitychange', 'pageshow', 'online']) {
    addEventListener(event, followVisibility, { signal });
  }
  // A page in the back/forward cache holds no connection.
  addEventListener('pagehide', close, { signal });
  signal.addEventListener('abort', close);
  if (!signal.aborted) followVisibility();

  function followVisibility(): void {
    if (document.visibilityState === 'hidden') close();
    else if (!source) open();
  }

  function open(): void {
    close();
    source = new EventSource(url());
    source.addEventListener('put', receive);
    for (const type of ['put', 'keep-alive']) source.addEventListener(type, restartSilenceTimer);
    source.addEventListener('error', reopen);
    timer = setTimeout(reopen, LONGEST_SILENCE_MS);
  }

  function restartSilenceTimer(): void {
    failures = 0;
    clearTimeout(timer);
    timer = setTimeout(reopen, LONGEST_SILENCE_MS);
    countFailures(failures);
  }

  function reopen(): void {
    close();
    timer = setTimeout(open, backoff(FIRST_PAUSE_MS, LONGEST_PAUSE_MS, failures, Math.random()));
    failures += 1;
    countFailures(failures);
  }

  function close(): void {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  }
}
