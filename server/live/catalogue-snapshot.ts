import * as z from 'zod';
import type { Ports } from '#domain/ports.ts';
import { formatEvent } from './events.ts';

/** What can be subscribed to besides an order, in the order in which it is sent. */
export const Topic = z.enum(['categories', 'cakes', 'calendar']);
export type Topic = z.infer<typeof Topic>;

type Read = Pick<Ports, 'catalogue' | 'calendar'>;
type Records = Record<string, unknown>;

interface TopicReader {
  /** The path of the records that change one by one. */
  parent: string;
  readAll(read: Read): Promise<Records>;
  /** The named records, null where there is none. */
  readSome(read: Read, names: string[]): Promise<Records>;
}

const topicReaders: Record<Topic, TopicReader> = {
  categories: {
    parent: '/categories',
    readAll: async ({ catalogue }) => byId(await catalogue.categories()),
    readSome: async ({ catalogue }, ids) => pick(byId(await catalogue.categories()), ids),
  },
  cakes: {
    parent: '/cakes',
    readAll: async ({ catalogue }) =>
      byId([...(await catalogue.cakes()), ...(await catalogue.personalTouches())]),
    readSome: async ({ catalogue }, ids) => pick(byId(await catalogue.byIds(ids)), ids),
  },
  calendar: {
    parent: '/calendar/forbiddenDays',
    async readAll({ calendar }) {
      const { capacity: _, ...rules } = await calendar.rules();
      return { ...rules, forbiddenDays: asKeys(rules.forbiddenDays) };
    },
    readSome: async ({ calendar }, days) =>
      pick(asKeys((await calendar.rules()).forbiddenDays), days),
  },
};

/**
 * The catalogue at one version. Each topic is read and serialized once, when the first subscriber
 * needs it. It may contain newer changes, never older ones: the next delta repeats them.
 */
interface CatalogueSnapshot {
  version: number;
  json(topic: Topic): Promise<Buffer>;
}

export function createSnapshot(read: Read, version: number): CatalogueSnapshot {
  const topics = new Map<Topic, Promise<Buffer>>();
  return {
    version,
    json(topic) {
      const json =
        topics.get(topic) ??
        topicReaders[topic].readAll(read).then((all) => Buffer.from(JSON.stringify(all)));
      topics.set(topic, json);
      // The next subscriber retries a failed read.
      json.catch(() => topics.delete(topic));
      return json;
    },
  };
}

/** The event of each topic that has changed between two versions. */
type Delta = Map<Topic, string>;

/** @param paths the changed records, or whole topics (`Changes.since`). */
export async function readDelta(read: Read, paths: string[]): Promise<Delta> {
  const delta: Delta = new Map();
  for (const topic of Topic.options) {
    const { parent, readAll, readSome } = topicReaders[topic];
    const names = paths
      .filter((path) => path.startsWith(`${parent}/`))
      .map((path) => path.slice(parent.length + 1));
    const [name] = names;
    if (paths.includes(`/${topic}`)) {
      delta.set(topic, formatEvent('put', `/${topic}`, await readAll(read)));
    } else if (name !== undefined) {
      const records = await readSome(read, names);
      delta.set(
        topic,
        names.length === 1
          ? formatEvent('put', `${parent}/${name}`, records[name])
          : formatEvent('patch', parent, records),
      );
    }
  }
  return delta;
}

function byId(records: { id: string | number }[]): Records {
  return Object.fromEntries(records.map((record) => [record.id, record]));
}

function asKeys(days: string[]): Records {
  return Object.fromEntries(days.map((day) => [day, true]));
}

function pick(all: Records, names: string[]): Records {
  return Object.fromEntries(
    names.map((name) => [name, Object.hasOwn(all, name) ? all[name] : null]),
  );
}
