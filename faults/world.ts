import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { shopVariables, startShop } from '../bench/start-shop.ts';
import { openTokens } from '../bench/tokens.ts';
import { endProcess } from '../harness/child-process.ts';
import { freePorts } from '../harness/free-ports.ts';
import { untilOrderable } from '../harness/orderable-catalogue.ts';
import { postPractice, startPractice } from '../harness/practice-services.ts';
import { editCalendar } from '../test/edit-calendar.ts';
import { type FaultyCluster, startFaultyCluster } from './cluster.ts';
import { mountSmallDisk, type SmallDisk } from './disk.ts';
import type { History } from './history.ts';
import { createGate, type Gate, type HttpProxy, startHttpProxy } from './http-proxy.ts';
import { readLink, readSessions, type ShopDatabase } from './judge.ts';
import type { Mutation } from './mutations.ts';
import { type ShopServer, startShopServer } from './shop-server.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

export interface WorldSettings {
  database: 'sqlite' | 'postgres';
  servers: number;
  mutation: Mutation | undefined;
  /** What the cafe makes in a day, in points; undefined for no limits. */
  points?: number | undefined;
  /** How often jobs ask Stripe about unpaid orders; default 2. */
  reconcileSeconds?: number;
}

/** The shop's servers, its database and services, and the proxies between them. */
export interface World {
  origins: string[];
  servers: ShopServer[];
  stripe: Gate;
  email: Gate;
  webhooks: Gate;
  /** One for each server; none with SQLite. */
  databaseProxies: TcpProxy[];
  cluster: FaultyCluster | undefined;
  disk: SmallDisk | undefined;
  /** The shop's. */
  dataDir: string;
  where: ShopDatabase;
  folder: string;
  /** The data folder of the practice services. */
  records: string;
  history: History;
  nextToken(): Promise<string>;
  setPractice(service: 'stripe' | 'email', settings: Record<string, string>): Promise<unknown>;
  settleDebit(session: string, status: 'succeeded' | 'failed'): Promise<unknown>;
  /** @returns false if Stripe refuses, because more has been refunded. */
  refundAtStripe(orderId: string, amount: number): Promise<boolean>;
  /** The path of the customer's link in the newest e-mail about an order. */
  linkOf(orderId: string): string | undefined;
  /** The `Cookie` header of an owner who has signed in lately. */
  staffCookie(): Promise<string>;
  /** After a server whose database or clock does not know the session. */
  signInAgain(): void;
  /** Stops and starts all servers, which then compare their orders with Stripe. */
  restart(): Promise<void>;
  /** Runs one of the shop's commands. @returns whether it succeeded. */
  command(name: string, ...words: string[]): Promise<boolean>;
  /** Ends all delays in the proxies. */
  release(): void;
  stop(): Promise<void>;
}

const PORTS = { webhooks: 0, stripe: 1, email: 2, firstShop: 3 };
const OWNER = 'olive@example.org';
/** Shorter than the ten minutes for which a sign-in permits refunds. */
const SESSION_MS = 4 * 60_000;
/** Other shoppers' requests fail with the same old session. */
const LEAST_SESSION_MS = 3_000;
const SIGN_IN_MS = 8_000;
/** Only e-mails to the cafe have an `orderText`; of these an alert is about problems. */
const EmailBody = z.object({
  template_params: z.object({ order_id: z.string(), orderText: z.string().optional() }),
});

export async function startWorld(settings: WorldSettings, history: History): Promise<World> {
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
  { database, servers: count, mutation, points, reconcileSeconds = 2 }: WorldSettings,
  history: History,
  ending: (() => unknown)[],
): Promise<Omit<World, 'stop'>> {
  const folder = await mkdtemp(join(tmpdir(), 'battenberg-faults-'));
  ending.unshift(() => rm(folder, { recursive: true, force: true }));
  const records = join(folder, 'practice');
  const port = await freePorts(PORTS.firstShop + count, 15_000);
  const compileCache = {
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(folder, 'compile-cache'),
  };
  const practice = await startPractice(port, {
    ...compileCache,
    PATH: process.env.PATH,
    DATA_DIR: records,
  });
  ending.unshift(() => endProcess(practice));

  const cluster = database === 'postgres' ? await startFaultyCluster() : undefined;
  if (cluster) ending.unshift(cluster.stop);
  const disk = cluster ? undefined : await mountSmallDisk();
  if (disk) ending.unshift(disk.stop);
  const dataDir = disk?.folder ?? join(folder, 'shop');
  const where = { dataDir, databaseUrl: cluster?.url };
  const direct: Record<string, string> = { ...compileCache, ...shopVariables(where, port) };

  const gateOf = (name: string) =>
    createGate((passing, fault) => history.add(`${name}: ${fault.kind}`, passing.body));
  const gates = { stripe: gateOf('Stripe'), email: gateOf('e-mail'), webhooks: gateOf('webhook') };
  const httpProxies: HttpProxy[] = [];
  const databaseProxies: TcpProxy[] = [];
  const servers: ShopServer[] = [];
  const proxy = async (settings: Parameters<typeof startHttpProxy>[0]) => {
    const started = await startHttpProxy(settings);
    ending.unshift(started.stop);
    httpProxies.push(started);
    return `http://127.0.0.1:${started.port}`;
  };

  // The first start fills the database and creates the prices.
  const first = await startShop(port + PORTS.firstShop, direct);
  await untilOrderable(first.origin);
  await first.stop();
  if (points !== undefined) await setLimits(where, points);
  let turn = 0;
  await proxy({
    port: port + PORTS.webhooks,
    faultOf: gates.webhooks.faultOf,
    target() {
      const up = servers.filter((server) => server.isUp());
      turn += 1;
      return up[turn % up.length]?.origin;
    },
  });
  for (let index = 0; index < count; index += 1) {
    const stripe = await proxy({
      port: 0,
      faultOf: gates.stripe.faultOf,
      target: () => direct.STRIPE_ORIGIN,
    });
    const email = await proxy({
      port: 0,
      faultOf: gates.email.faultOf,
      target: () => direct.EMAILJS_ORIGIN,
      answered({ body, startedAt }, response, intact) {
        if (response !== 'OK') return;
        const { order_id, orderText } = EmailBody.parse(JSON.parse(body)).template_params;
        const isAboutOrder = orderText !== undefined && !order_id.startsWith('alert-');
        if (!isAboutOrder) return;
        history.emailAccepted(order_id, { server: index, startedAt, intact, text: orderText });
      },
    });
    if (cluster) databaseProxies.push(await startTcpProxy(cluster.socket));
    const databasePort = databaseProxies[index]?.port;
    const server = await startShopServer({
      port: port + PORTS.firstShop + index,
      environment: {
        ...direct,
        // The same for all servers, because Stripe compares the parameters of a repeated request.
        ORIGIN: `http://127.0.0.1:${port + PORTS.firstShop}`,
        STRIPE_ORIGIN: stripe,
        EMAILJS_ORIGIN: email,
        RECONCILE_SECONDS: String(reconcileSeconds),
        EMAIL_LEASE_SECONDS: '30',
        TRUSTED_PROXIES: '127.0.0.1',
        LOG_LEVEL: 'warn',
        ...(cluster && {
          DATA_DIR: join(folder, `shop-${index}`),
          DATABASE_URL: proxiedUrl(cluster.url, databasePort),
        }),
        ...(mutation && { MUTATION: JSON.stringify(mutation) }),
      },
      log: join(folder, `shop-${index}.log`),
      ended: (at, signal) => history.serverEnded(index, at, signal),
    });
    ending.unshift(server.stop);
    servers.push(server);
  }
  for (const each of databaseProxies) ending.push(each.stop);
  const origins = servers.map(({ origin }) => origin);

  const control = (service: 'stripe' | 'email', path: string, values: object) =>
    postPractice(`http://127.0.0.1:${port + PORTS[service]}`, path, values);

  /** @returns what the command prints; undefined if it fails. */
  async function run(name: string, ...words: string[]): Promise<string | undefined> {
    const child = spawn(process.execPath, [`server/commands/${name}.ts`, ...words], {
      env: direct,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
    const [code] = await once(child, 'close');
    return code === 0 ? printed : undefined;
  }

  async function command(name: string, ...words: string[]): Promise<boolean> {
    return (await run(name, ...words)) !== undefined;
  }

  /** As an owner does: a link from the server's machine, opened in the browser. */
  async function signIn(): Promise<string> {
    const [, token] = /#(\S+)/.exec((await run('owner', 'invite', OWNER)) ?? '') ?? [];
    const origin = servers.find((server) => server.isUp())?.origin;
    if (token === undefined || origin === undefined) throw new Error('Nobody can sign in now.');
    const response = await fetch(`${origin}/owner/welcome?person`, {
      method: 'POST',
      headers: { 'Sec-Fetch-Site': 'same-origin' },
      body: new URLSearchParams({ token }),
      redirect: 'manual',
      signal: AbortSignal.timeout(SIGN_IN_MS),
    });
    await response.arrayBuffer();
    const cookies = response.headers.getSetCookie().flatMap((each) => each.split(';')[0] ?? []);
    const cookie = cookies.find((each) => each.startsWith('staff='));
    if (cookie === undefined) throw new Error('The link did not sign in.');
    return cookie;
  }

  let session: { cookie: Promise<string>; since: number } | undefined;

  return {
    ...gates,
    origins,
    servers,
    databaseProxies,
    cluster,
    disk,
    dataDir,
    where,
    folder,
    records,
    history,
    nextToken: await openTokens(origins[0] ?? '', where),
    setPractice: (service, values) => control(service, 'settings', values),
    settleDebit: (session, status) =>
      control('stripe', `sessions/${session}/bank-debit`, { status }),
    async refundAtStripe(orderId, amount) {
      const paid = readSessions(records).find(
        ({ client_reference_id: id, payment_status }) =>
          id === orderId && payment_status === 'paid',
      );
      if (!paid) return false;
      const refund = control('stripe', `sessions/${paid.id}/refund`, { amount });
      return refund.then(
        () => true,
        () => false,
      );
    },
    linkOf: (orderId) => readLink(records, orderId),
    staffCookie() {
      const isOld = session === undefined || Date.now() > session.since + SESSION_MS;
      if (isOld) {
        const started = { cookie: signIn(), since: Date.now() };
        session = started;
        // The next request tries again.
        started.cookie.catch(() => {
          if (session === started) session = undefined;
        });
      }
      return session?.cookie ?? signIn();
    },
    signInAgain() {
      if (session && Date.now() > session.since + LEAST_SESSION_MS) session = undefined;
    },
    async restart() {
      await Promise.all(servers.map((server) => server.hold('SIGTERM')));
      for (const server of servers) server.release();
    },
    command,
    release() {
      for (const each of httpProxies) each.release();
    },
  };
}

/** Before any server has read them. */
function setLimits(where: ShopDatabase, points: number): Promise<void> {
  return editCalendar(where, ({ general }) => {
    general.capacity = Array<number>(7).fill(points);
  });
}

/** The same database, reached over TCP. */
function proxiedUrl(url: string, port: number | undefined): string {
  const { username, pathname } = new URL(url);
  return `postgres://${username}@127.0.0.1:${port}${pathname}`;
}
