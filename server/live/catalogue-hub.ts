import type { Log, Ports } from '#domain/ports.ts';
import { startJob } from '#server/jobs/job.ts';
import { createEdition, type Edition, type News, newsOf } from './edition.ts';
import { message } from './events.ts';
import { forEachInTurn, idOf, type Subscriber, tell } from './subscriber.ts';
import { Topic } from './topics.ts';

interface CatalogueHubSettings extends Pick<Ports, 'catalogue' | 'calendar' | 'changes'> {
  subscribers: Set<Subscriber>;
  log: Log;
  /** How often it is looked what may have been missed. */
  lookEverySeconds: number;
}

export interface CatalogueHub {
  /** What is told just now; whoever has heard all of it may join. */
  edition(): Edition;
  /** There may be a new version. */
  wake(): void;
  stop(): Promise<void>;
}

/** Tells all subscribers of each new version, and reads it once for all of them. */
export async function startCatalogueHub(settings: CatalogueHubSettings): Promise<CatalogueHub> {
  const { changes, subscribers, log, lookEverySeconds } = settings;
  let edition = createEdition(settings, await changes.version());

  async function look(): Promise<void> {
    const since = edition.version;
    const { version, paths } = await changes.since(since);
    if (version === since) return;
    // A backup has been put in place of the database: nobody knows what is different.
    const changed = version < since ? Topic.options.map((topic) => `/${topic}`) : paths;
    const next = createEdition(settings, version, { since, paths: changed });
    const news = await next.since(since);
    // From here to the first of those told nothing else runs, so that whoever has joined before is
    // told of it, and whoever joins later has been.
    edition = next;
    await tellAll(news, version);
  }

  /** The rounds of the job never overlap, so nobody is told of two versions in the wrong order. */
  async function tellAll(news: News, version: number): Promise<void> {
    const messages = new Map<string, Buffer[]>();
    await forEachInTurn(subscribers, (subscriber) => {
      const events = newsOf(subscriber.topics, news);
      if (events.length > 0) {
        const before = idOf(subscriber);
        const id = idOf(subscriber, version);
        const kind = `${subscriber.topics.join()} ${id}`;
        const known = messages.get(kind) ?? message(events, before, id);
        messages.set(kind, known);
        tell(subscriber, known);
      }
      subscriber.version = version;
    });
  }

  const job = startJob({ name: 'live', everySeconds: lookEverySeconds, log, run: look });
  return { edition: () => edition, wake: job.wake, stop: job.stop };
}
