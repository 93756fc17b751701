import { changesIn, isWhole } from './changes-in.ts';
import { keepConnected } from './event-stream.ts';
import { askAgain } from './revalidate-page.ts';
import type { LivePage } from './use-live.ts';

/** Answers come within tenths of a second; a cache on the way may need some more. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8_000;
const ROUNDS = 8;
/** Events close together make one question, and not everybody asks in the same instant. */
const SPREAD_MS = 150;

/** Listens to what changes, and has the page ask again for what concerns it. */
export function followChanges(topics: string, page: () => LivePage, leaving: AbortSignal): void {
  let heard = 0;
  let isConcerned = false;
  let isAsking = false;

  async function ask(): Promise<void> {
    isAsking = true;
    await pause(Math.random() * SPREAD_MS);
    for (let round = 0; isConcerned && !leaving.aborted; round += 1) {
      isConcerned = false;
      const wanted = heard;
      const isAnswered = await askAgain(page());
      await pause(Math.min(FIRST_PAUSE_MS * 2 ** round, LONGEST_PAUSE_MS));
      // By now it is shown. It may have come out of a cache that had not heard of the change.
      const isBehind = !isAnswered || page().version < wanted;
      if (isBehind && round < ROUNDS) isConcerned = true;
      // The next connection is told of it once more.
      else if (isBehind) heard = 0;
    }
    isAsking = false;
  }

  function address(): string {
    const { version, state } = page();
    const known = String(Math.max(version, heard));
    const since = state ? `${known}/${state}` : known;
    return `/api/live?${new URLSearchParams({ topics, since })}`;
  }

  function hear(event: MessageEvent): void {
    heard = Number.parseInt(event.lastEventId, 10) || heard;
    isConcerned ||= changesIn(event).some((change) => isWhole(change) || page().concerns(change));
    if (isConcerned && !isAsking) void ask();
  }

  if ('EventSource' in window) keepConnected(address, hear, leaving);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
