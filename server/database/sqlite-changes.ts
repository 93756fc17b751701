import { DatabaseSync } from 'node:sqlite';
import type { ChangeWatcher } from '#domain/ports.ts';
import { type ChangeFeed, createChangeFeed } from './change-feed.ts';

/** How soon a change by another process, which cannot announce it, is found. A look costs microseconds. */
const LOOK_EVERY_MS = 100;

/** @returns also what is to be told of every commit that this process makes. */
export function createSqliteFeed(path: string): ChangeFeed & { committed(): void } {
  let look = () => {};
  const feed = createChangeFeed((tell) => {
    const eyes = openEyes(path, tell);
    look = eyes.look;
    return {
      announceOrder: tell.orderChanged,
      async stop() {
        look = () => {};
        eyes.close();
      },
    };
  });
  return { ...feed, committed: () => look() };
}

/** A connection of its own, to which every commit is another's: `data_version` does not count one's own. */
function openEyes(path: string, tell: ChangeWatcher) {
  const file = new DatabaseSync(path, { readOnly: true });
  const dataVersion = file.prepare('pragma data_version');
  const catalogueVersion = file.prepare('select version from catalogue_version');
  let seen: unknown;
  let version: unknown;

  function look(): void {
    try {
      const now = dataVersion.get()?.data_version;
      if (now === seen) return;
      const latest = catalogueVersion.get()?.version;
      if (latest !== version) tell.catalogueChanged();
      version = latest;
      seen = now;
    } catch {
      // Whoever is told reads for himself, waits while the file is busy, and logs any other trouble.
      tell.catalogueChanged();
    }
  }

  look();
  // As after every beginning to listen; not before whoever has begun it has gone on.
  queueMicrotask(tell.mayHaveMissed);
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    look,
    close() {
      clearInterval(timer);
      file.close();
    },
  };
}
