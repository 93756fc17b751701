const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
/** The server says at least every 25 seconds that it is still there. */
const LONGEST_SILENCE_MS = 60_000;

/**
 * Keeps one connection open while the page is looked at. One that breaks, is refused or falls silent
 * is opened anew after a growing pause, by chance a longer or a shorter one: those whom a restart of
 * the server has cut off do not come back all at once. The browser's own way would be to give up after
 * a refusal.
 */
export function keepConnected(
  address: () => string,
  hear: (event: MessageEvent) => void,
  leaving: AbortSignal,
): void {
  let source: EventSource | undefined;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;

  for (const sign of ['visibilitychange', 'pageshow', 'online']) {
    addEventListener(sign, look, { signal: leaving });
  }
  // A page that is kept for the way back holds no connection.
  addEventListener('pagehide', close, { signal: leaving });
  leaving.addEventListener('abort', close);
  if (!leaving.aborted) look();

  function look(): void {
    if (document.visibilityState === 'hidden') close();
    else if (!source) open();
  }

  function open(): void {
    close();
    source = new EventSource(address());
    source.addEventListener('put', hear);
    source.addEventListener('patch', hear);
    for (const kind of ['put', 'patch', 'keep-alive']) source.addEventListener(kind, live);
    source.addEventListener('error', fail);
    timer = setTimeout(fail, LONGEST_SILENCE_MS);
  }

  function live(): void {
    failures = 0;
    clearTimeout(timer);
    timer = setTimeout(fail, LONGEST_SILENCE_MS);
  }

  function fail(): void {
    close();
    timer = setTimeout(open, pauseAfter(failures, Math.random()));
    failures += 1;
  }

  function close(): void {
    clearTimeout(timer);
    source?.close();
    source = undefined;
  }
}

/** @param failures before this one. @param chance from 0 to 1. */
export function pauseAfter(failures: number, chance: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS) * (0.5 + chance);
}
