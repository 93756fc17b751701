import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTokens } from '../bench/tokens.ts';
import { freePorts } from '../harness/free-ports.ts';
import { readCatalogue } from '../harness/orderable-catalogue.ts';
import { addPracticeDevice, signInAsOwner } from '../harness/owner-session.ts';
import { postPractice } from '../harness/practice-services.ts';
import { startRunningShop } from '../harness/running-shop.ts';
import { editCalendar } from '../test/edit-calendar.ts';
import { createDatabase, startCluster } from '../test/postgres.ts';
import { readSessions, type ShopDatabase } from './evidence.ts';
import type { History } from './history.ts';
import { createGate, startHttpProxy } from './http-proxy.ts';
import { createKills } from './kills.ts';
import { type PostgresProxy, startPostgresProxy } from './postgres-proxy.ts';
import { type ShopServer, startShopServer } from './shop-server.ts';

export interface WorldSettings {
  database: 'sqlite' | 'postgres';
  servers: number;
  /** How often jobs ask Stripe about unpaid orders; default 2. */
  reconcileSeconds?: number;
}

/** The shop's servers, its database and services, and the proxies between them. */
export type World = Awaited<ReturnType<typeof startWorld>>;

/** The ports of the webhooks' proxy and of the practice services come first. */
const PORTS = { webhooks: 0, firstShop: 5 };
const OWNER = 'olive@example.org';
/** With notifications. */
const PHONES = 2;
/** Shoppers choose one of these, so that the days with a limit get full. */
const DAYS = 30;
/** They stay selectable after midnight. */
const FIRST_DAY = 3;
const LIMITED_DAYS = [3, 11, 19, 27];
const POINTS = 6;
/** The collection times of each weekday: the limit of the first is soon reached. */
export const TIMES = [
  { time: '10:00-12:00', most: 3 },
  { time: '14:00-16:00', most: null },
] as const;
const [, { time: TIME_WITHOUT_LIMIT }] = TIMES;
/** Both times are within them. */
const SHORT_HOURS = { opens: '09:30', closes: '16:30' };
/** A commit must survive a killed server, but not a power cut. */
const POSTGRES_SETTINGS = ['fsync=off', 'full_page_writes=off'];

export async function startWorld(settings: WorldSettings, history: History) {
  const ending: (() => unknown)[] = [];
  const stop = async () => {
    for (const end of ending.splice(0)) await end();
  };
  try {
    return { ...(await open(settings, history, ending)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function open(
  { database, servers: count, reconcileSeconds = 2 }: WorldSettings,
  history: History,
  ending: (() => unknown)[],
) {
  const folder = await mkdtemp(join(tmpdir(), 'battenberg-faults-'));
  ending.unshift(() => rm(folder, { recursive: true, force: true }));
  const port = await freePorts(PORTS.firstShop + count, 15_000);
  const cluster =
    database === 'postgres'
      ? await startCluster(POSTGRES_SETTINGS, { supervised: true })
      : undefined;
  if (cluster) ending.unshift(cluster.stop);
  const databaseUrl =
    cluster &&
    (await createDatabase({ adminUrl: cluster.adminUrl, prefix: 'battenberg_' }, 'faults'));
  const dataDir = join(folder, 'shop');
  const where = { dataDir, databaseUrl };
  const kills = createKills(join(folder, 'kills'));

  // The first start fills the database and creates the prices. Then its port is that of the webhooks' proxy.
  const first = await startRunningShop(port, {
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl ?? '',
  });
  ending.unshift(first.stop);
  const { offers, days } = await readCatalogue(first.origin);
  const catalogue = {
    offers: offers.map(({ item, ...offer }) => ({
      ...offer,
      item: { ...item, time: TIME_WITHOUT_LIMIT },
    })),
    days: days.slice(FIRST_DAY, FIRST_DAY + DAYS),
  };
  await first.stopServer();
  const limited = catalogue.days.filter((_, index) => LIMITED_DAYS.includes(index));
  const limits = new Map(limited.map((day) => [day, POINTS]));
  await setLimits(where, limits);

  const gateOf = (name: string) =>
    createGate((body, fault) => history.add(`${name}: ${JSON.stringify(fault)}`, body));
  const gates = { stripe: gateOf('Stripe'), email: gateOf('e-mail'), webhooks: gateOf('webhook') };
  const databaseProxies: PostgresProxy[] = [];
  const servers: ShopServer[] = [];
  const proxy = async (settings: Parameters<typeof startHttpProxy>[0]) => {
    const started = await startHttpProxy(settings);
    ending.unshift(started.stop);
    return started.origin;
  };
  let turn = 0;
  await proxy({
    port: port + PORTS.webhooks,
    gate: gates.webhooks,
    target() {
      const up = servers.filter((server) => server.isUp());
      turn += 1;
      return up[turn % up.length]?.origin;
    },
  });
  const stripe = await proxy({ port: 0, gate: gates.stripe, target: () => first.stripe });
  const email = await proxy({ port: 0, gate: gates.email, target: () => first.mail });
  for (let index = 0; index < count; index += 1) {
    const databaseProxy =
      cluster && (await startPostgresProxy(join(cluster.folder, '.s.PGSQL.5432')));
    if (databaseProxy) databaseProxies.push(databaseProxy);
    const server = await startShopServer({
      port: port + PORTS.firstShop + index,
      environment: {
        ...first.environment,
        ...kills.variables,
        // The same for all servers, because Stripe compares the parameters of a repeated request.
        ORIGIN: `http://127.0.0.1:${port + PORTS.firstShop}`,
        STRIPE_ORIGIN: stripe,
        EMAILJS_ORIGIN: email,
        PUSH_ORIGIN: first.push,
        RECONCILE_SECONDS: String(reconcileSeconds),
        EMAIL_LEASE_SECONDS: '30',
        TRUSTED_PROXIES: '127.0.0.1',
        LOG_LEVEL: 'warn',
        ...(databaseUrl &&
          databaseProxy && {
            DATA_DIR: join(folder, `shop-${index}`),
            DATABASE_URL: proxiedUrl(databaseUrl, databaseProxy.port),
          }),
      },
      log: join(folder, `shop-${index}.log`),
      ended: (signal) => history.fault(`server ${index} ended: ${signal}`),
    });
    ending.unshift(server.stop);
    servers.push(server);
  }
  for (const each of databaseProxies) ending.push(each.stop);
  const origins = servers.map(({ origin }) => origin);

  async function signIn(): Promise<string> {
    const origin = servers.find((server) => server.isUp())?.origin;
    if (origin === undefined) throw new Error('Nobody can sign in now.');
    return signInAsOwner(origin, first.environment, OWNER);
  }

  let session: Promise<string> | undefined = signIn();
  for (let phone = 0; phone < PHONES; phone += 1) {
    await addPracticeDevice(origins[0] ?? '', await session);
  }

  return {
    ...gates,
    catalogue,
    /** What the cafe makes on the days that have a limit, in points. */
    limits,
    origins,
    servers,
    kills,
    /** One for each server; none with SQLite. */
    databaseProxies,
    /** Empty with SQLite. */
    postgresFolder: cluster?.folder ?? '',
    /** The shop's database, without a proxy. Its data folder is that of the practice services, too. */
    where,
    folder,
    history,
    nextToken: await openTokens(origins[0] ?? '', where),
    setPractice: (service: 'stripe' | 'mail', values: Record<string, string>) =>
      postPractice(first[service], 'settings', values),
    settleDebit: (session: string, status: 'succeeded' | 'failed') =>
      postPractice(first.stripe, `sessions/${session}/bank-debit`, { status }),
    /** Refuses an amount that is too much after other refunds. */
    async refundAtStripe(orderId: string, amount: number): Promise<void> {
      const sessions = readSessions(dataDir, orderId);
      const paid = sessions.find(({ payment_status }) => payment_status === 'paid');
      const isDone =
        paid &&
        (await postPractice(first.stripe, `sessions/${paid.id}/refund`, { amount }).then(
          () => true,
          () => false,
        ));
      history.add(`refund ${amount} at Stripe: ${isDone ? 'done' : 'refused'}`, orderId);
    },
    /** The `Cookie` header of an owner. */
    async staffCookie(): Promise<string> {
      session ??= signIn();
      const current = session;
      try {
        return await current;
      } catch (error) {
        if (session === current) session = undefined;
        throw error;
      }
    },
    /** After a response that the session is not known, or too old for a refund. */
    async signInAgain(cookie: string): Promise<void> {
      if ((await session) === cookie) session = undefined;
    },
    /** Stops and starts all servers, which then compare their orders with Stripe. */
    async restart(): Promise<void> {
      await Promise.all(servers.map((server) => server.hold('SIGTERM')));
      for (const server of servers) server.release();
    },
  };
}

/**
 * All rules at once: last orders of the day (the demo's), notice in baking days, collection times, and days with a limit,
 * which have hours of their own. Before any server has read them.
 */
function setLimits(where: ShopDatabase, limits: Map<string, number>): Promise<void> {
  return editCalendar(where, (calendar) => {
    calendar.noticeInBakingDays = true;
    calendar.capacity = Array<null>(7).fill(null);
    calendar.times = TIMES.map((each) => ({ ...each, weekdays: [1, 2, 3, 4, 5, 6, 7] }));
    for (const day of limits.keys()) calendar.days[day] = { is: 'open', hours: SHORT_HOURS };
    Object.assign(calendar.capacities, Object.fromEntries(limits));
  });
}

/** The same database, reached over TCP. */
function proxiedUrl(url: string, port: number): string {
  const { username, pathname } = new URL(url);
  return `postgres://${username}@127.0.0.1:${port}${pathname}`;
}
