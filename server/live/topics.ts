import * as z from 'zod';
import type { Ports } from '#domain/ports.ts';

/** What can be subscribed to besides an order, in the order in which it is told. */
export const Topic = z.enum(['categories', 'cakes', 'calendar']);
export type Topic = z.infer<typeof Topic>;

type Records = Record<string, unknown>;
type Read = Pick<Ports, 'catalogue' | 'calendar'>;

interface TopicTable {
  /** Where the records stand of which single ones change. */
  parent: string;
  /** Everything there is, as it stands at `/{topic}`. */
  whole(read: Read): Promise<Records>;
  /** These records as they are now, null where there is none. */
  records(read: Read, names: string[]): Promise<Records>;
}

export const topicTables: Record<Topic, TopicTable> = {
  categories: {
    parent: '/categories',
    whole: async ({ catalogue }) => byId(await catalogue.categories()),
    records: async ({ catalogue }, ids) => pick(byId(await catalogue.categories()), ids),
  },
  cakes: {
    parent: '/cakes',
    whole: async ({ catalogue }) =>
      byId([...(await catalogue.cakes()), ...(await catalogue.personalTouches())]),
    records: async ({ catalogue }, ids) => pick(byId(await catalogue.byIds(ids)), ids),
  },
  calendar: {
    parent: '/calendar/forbiddenDays',
    async whole({ calendar }) {
      const rules = await calendar.rules();
      return { ...rules, forbiddenDays: yes(rules.forbiddenDays) };
    },
    async records({ calendar }, days) {
      const { forbiddenDays } = await calendar.rules();
      return pick(yes(forbiddenDays), days);
    },
  },
};

function byId(records: { id: string | number }[]): Records {
  return Object.fromEntries(records.map((record) => [record.id, record]));
}

function yes(days: string[]): Records {
  return Object.fromEntries(days.map((day) => [day, true]));
}

function pick(all: Records, names: string[]): Records {
  return Object.fromEntries(
    names.map((name) => [name, Object.hasOwn(all, name) ? all[name] : null]),
  );
}

const WHAT_IT_TAKES = 'takes categories, cakes, calendar and orders/{id}, with commas between';

const ORDER = /^orders\/(.+)$/;

/** `categories,cakes,orders/{id}`: no topic twice, and one order at most. */
export const Topics = z.string(WHAT_IT_TAKES).transform((list, context) => {
  const named = list.split(',').map((name) => name.trim());
  const topics = Topic.options.filter((topic) => named.includes(topic));
  const orders = named.flatMap((name) => ORDER.exec(name)?.[1] ?? []);
  const refuse = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  };
  if (new Set(named).size < named.length) return refuse('names a topic twice');
  if (orders.length > 1) return refuse('names more than one order');
  if (topics.length + orders.length < named.length) {
    return refuse(WHAT_IT_TAKES);
  }
  return { topics, order: orders[0] };
});
