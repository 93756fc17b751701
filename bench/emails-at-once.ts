import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import type { DatabaseLocation } from '#server/db/open-database.ts';
import { freePorts } from '../harness/free-ports.ts';
import { startRunningShop } from '../harness/running-shop.ts';
import { tokenByWork } from '../test/bot-check-tokens.ts';
import { atMost, type Benchmark, round } from './benchmark.ts';
import { DATABASES, openBenchDatabases } from './databases.ts';
import { fetchText, payFor, readFreshOrder, visitorAddress } from './shopper.ts';

const LIMITS = { paid: 25, told: 60 };
const PORTS = 4;
const POLL_MS = 250;

const Read = z.object({ paid: z.boolean() });
const Inbox = z.array(z.object({ templateParams: z.object({ to_email: z.string().optional() }) }));

export const emails: Benchmark = {
  name: 'emails',
  title: 'E-mails of orders that are paid at once',
  description:
    'EmailJS takes one request a second, and so does the practice EmailJS here. Shoppers pay at the same moment; the time is from then until the ' +
    'last order is paid, which the accepted e-mail of the cafe makes it, and until the last customer has a confirmation.',
  sizes: ['orders'],
  async measure({ orders = 20 }) {
    const databases = await openBenchDatabases();
    try {
      const rows: [string, number, number][] = [];
      for (const name of DATABASES) {
        const { paid, told } = await measureOn(await databases.fresh(name), orders);
        rows.push([name, round(paid), round(told)]);
      }
      return {
        tables: [
          { caption: `${orders} orders`, columns: ['', 'all paid, s', 'all told, s'], rows },
        ],
        charts: [],
        targets: rows.flatMap(([name, paid, told]) => [
          atMost(`${name}: all orders are paid`, paid, LIMITS.paid, 's'),
          atMost(`${name}: all customers are told`, told, LIMITS.told, 's'),
        ]),
      };
    } finally {
      await databases.stop();
    }
  },
};

async function measureOn({ dataDir, databaseUrl }: DatabaseLocation, orders: number) {
  const shop = await startRunningShop(await freePorts(PORTS, 57_000), {
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    EMAILJS_LIMIT: 'on',
    EMAIL_THROTTLE_SECONDS: '',
  });
  try {
    const { origin, mail } = shop;
    const order = await readFreshOrder(origin);
    const tokens: string[] = [];
    while (tokens.length < orders) tokens.push(await tokenByWork(origin));
    const ids = tokens.map(() => randomUUID());
    await Promise.all(
      tokens.map(async (token, place) => {
        const placed = await fetchText(201, `${origin}/api/orders/${ids[place]}`, {
          method: 'PUT',
          headers: {
            'Content-Type': 'application/json',
            'X-Firebase-AppCheck': token,
            'X-Forwarded-For': visitorAddress(place),
          },
          body: order,
        });
        await payFor(placed);
      }),
    );
    const began = performance.now();
    for (const id of ids) {
      while (!(await isPaid(origin, id))) await pause(POLL_MS);
    }
    const paid = (performance.now() - began) / 1_000;
    while ((await confirmations(mail)) < orders) await pause(POLL_MS);
    return { paid, told: (performance.now() - began) / 1_000 };
  } finally {
    await shop.stop();
  }
}

async function isPaid(origin: string, id: string): Promise<boolean> {
  return Read.parse(JSON.parse(await fetchText(200, `${origin}/api/orders/${id}`))).paid;
}

async function confirmations(mail: string): Promise<number> {
  const inbox = Inbox.parse(await (await fetch(`${mail}/practice/inbox`)).json());
  return inbox.filter(({ templateParams }) => templateParams.to_email).length;
}
