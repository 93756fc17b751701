import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Ports } from '#domain/ports.ts';
import { type EventPieces, eventPieces } from './events.ts';
import { Topic, topicTables } from './topics.ts';

/** One event for each topic in which something has changed. */
export type News = Map<Topic, EventPieces>;

/**
 * What can be told at one version of the catalogue, each thing read and written once for all who ask.
 * What is read may be newer than the version, never older: then it is told once more with the next.
 */
export interface Edition {
  version: number;
  /** What has changed since another version. */
  since(version: number): Promise<News>;
  /** A topic as a whole, as JSON. */
  whole(topic: Topic): Promise<Buffer>;
}

type Read = Pick<Ports, 'catalogue' | 'calendar' | 'changes'>;

/** More records than this are told as the whole of their topic, which is shared. */
const MANY_RECORDS = 500;
/** After a restart the same few are asked for by everybody; a stranger may ask for any. */
const KEPT_GAPS = 50;

/** @param latest what has changed since the edition before, where that is known. */
export function createEdition(
  read: Read,
  version: number,
  latest?: { since: number; paths: string[] },
): Edition {
  const wholes = new Map<Topic, Promise<Buffer>>();
  const gaps = new Map<number, Promise<News>>();
  if (latest) gaps.set(latest.since, tellOf(latest.paths));

  function whole(topic: Topic): Promise<Buffer> {
    return remember(wholes, topic, async () => jsonOf(await topicTables[topic].whole(read)));
  }

  async function tellOf(paths: string[]): Promise<News> {
    const news: News = new Map();
    for (const topic of Topic.options) {
      const names = namesIn(topic, paths);
      if (names === 'all' || names.length > MANY_RECORDS) {
        news.set(topic, eventPieces('put', `/${topic}`, [await whole(topic)]));
      } else if (names.length > 0) {
        news.set(topic, await eventOf(topic, names));
      }
    }
    return news;
  }

  async function eventOf(topic: Topic, names: string[]): Promise<EventPieces> {
    const { parent, records } = topicTables[topic];
    const now = await records(read, names);
    const [name = ''] = names;
    return names.length === 1
      ? eventPieces('put', `${parent}/${name}`, [Buffer.from(JSON.stringify(now[name]))])
      : eventPieces('patch', parent, [await jsonOf(now)]);
  }

  return {
    version,
    whole,
    since(from) {
      if (gaps.size > KEPT_GAPS) gaps.clear();
      return remember(gaps, from, async () => tellOf((await read.changes.since(from)).paths));
    },
  };
}

/** Of all that is new, what somebody with these topics is told. */
export function newsOf(topics: readonly Topic[], news: News): EventPieces[] {
  return topics.map((topic) => news.get(topic)).filter((event) => event !== undefined);
}

/** The names of a topic's records among the paths; `all` when the topic itself is one of them. */
function namesIn(topic: Topic, paths: string[]): string[] | 'all' {
  if (paths.includes(`/${topic}`)) return 'all';
  const folder = `${topicTables[topic].parent}/`;
  return paths.filter((path) => path.startsWith(folder)).map((path) => path.slice(folder.length));
}

/** What failed is tried again by the next who asks. */
function remember<Key, Value>(
  kept: Map<Key, Promise<Value>>,
  key: Key,
  make: () => Promise<Value>,
): Promise<Value> {
  const known = kept.get(key);
  if (known) return known;
  const made = make();
  kept.set(key, made);
  made.catch(() => kept.delete(key));
  return made;
}

const RECORDS_A_TURN = 250;

/** As JSON, but ten thousand cakes do not keep a visitor waiting for their page. */
async function jsonOf(records: Record<string, unknown>): Promise<Buffer> {
  const entries = Object.entries(records);
  const slices: string[] = [];
  for (let from = 0; from < entries.length; from += RECORDS_A_TURN) {
    const slice = entries.slice(from, from + RECORDS_A_TURN);
    slices.push(slice.map(([name, it]) => `${JSON.stringify(name)}:${JSON.stringify(it)}`).join());
    await nextTurn();
  }
  return Buffer.from(`{${slices.join()}}`);
}
