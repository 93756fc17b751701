import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { Day } from '#domain/calendar/day.ts';
import type { Calendar } from '#domain/calendar/rules.ts';
import { createLog } from '#server/log.ts';
import { freshSqlite } from '#test/both-databases.ts';
import { createListener } from '#test/listener.ts';
import { sampleSeed } from '#test/samples.ts';
import { Topic } from './catalogue-snapshot.ts';
import { EventIdText } from './events.ts';
import { createLive } from './live.ts';

const DAY = Day.parse('2027-03-01');
const NEXT_DAY = Day.parse('2027-03-02');

test('a new subscriber receives a change that is committed while its snapshot is being read', async () => {
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  let isFirst = true;
  // Holds the first read of the calendar after it has read.
  const { database, origin } = await open(({ rules }) => ({
    async rules() {
      const read = await rules();
      if (!isFirst) return read;
      isFirst = false;
      asked.resolve();
      await held.promise;
      return read;
    },
  }));
  const newest = String(await database.changes.version());
  const [ada, bob] = [createListener(), createListener()];
  await ada.connect({ origin, topics: 'calendar' });
  await asked.promise;
  await bob.connect({ origin, topics: 'calendar', since: newest });
  await database.calendar.changeDays({ days: [DAY], make: 'close' });
  await bob.until(() => bob.events.length > 0);
  held.resolve();
  await ada.until(() => ada.lastId() === bob.lastId());
  expect(ada.copy()).toMatchObject({ calendar: { forbiddenDays: { [DAY]: true } } });
  // From now on it receives the same events as the others.
  await database.calendar.changeDays({ days: [NEXT_DAY], make: 'close' });
  for (const who of [ada, bob])
    await who.until(() => who.events.at(-1)?.path.endsWith(NEXT_DAY) ?? false);
});

test('a client that is current receives nothing but keep-alive events', async () => {
  const { database, origin } = await open(() => ({}), 0.02);
  const ada = createListener();
  const since = String(await database.changes.version());
  await ada.connect({ origin, topics: 'categories,cakes,calendar', since });
  await ada.until(() => ada.events.length >= 3);
  const kinds = new Set(ada.events.map(({ event, id, data }) => `${event} ${id} ${data}`));
  expect([...kinds]).toEqual(['keep-alive undefined null']);
  expect(ada.lastId()).toBeUndefined();
});

test('a client whose snapshot cannot be read is disconnected, and receives it when it reconnects', async () => {
  let fails = true;
  const { database, origin } = await open(({ rules }) => ({
    async rules() {
      if (fails) throw new Error('The database is away.');
      return rules();
    },
  }));
  const ada = createListener();
  const hearing = { origin, topics: 'calendar' };
  await ada.connect(hearing);
  await ada.until(() => !ada.isConnected());
  fails = false;
  await ada.connect(hearing);
  await ada.until(() => ada.events.length > 0);
  expect(ada.lastId()).toBe(String(await database.changes.version()));
});

/** Serves only the live events, with some methods of the calendar replaced. */
async function open(override: (calendar: Calendar) => Partial<Calendar>, keepAliveSeconds = 60) {
  const database = await (await freshSqlite()).open();
  await database.seed(sampleSeed());
  const live = createLive({
    ...database,
    calendar: { ...database.calendar, ...override(database.calendar) },
    shop: { order: async () => undefined, visibleRoom: async () => undefined },
    log: createLog('silent'),
    keepAliveSeconds,
  });
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    live.subscribe(response, {
      topics: z.array(Topic).parse(searchParams.get('topics')?.split(',')),
      hasRoom: false,
      since: EventIdText.safeParse(searchParams.get('since')).data,
      order: undefined,
      caller: 'somebody',
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    await live.close();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port.');
  return { database, origin: `http://127.0.0.1:${address.port}` };
}
