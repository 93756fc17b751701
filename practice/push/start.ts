import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import {
  type ListenOptions,
  listen,
  type PracticeApp,
  type PracticeService,
  serviceOn,
} from '../listen.ts';
import { clockTime, type Page, sendPage } from '../page.ts';
import { openCollection, openDatabase } from '../store.ts';
import { type Device, decrypt, device, newDevice, problemOf } from './device.ts';

type PracticePushOptions = ListenOptions & {
  /** Default: in memory. */
  dataDir?: string;
  now?: () => Date;
};

const SLOW_MS = 30_000;

const practiceDevice = device.extend({
  /** What it does with a push: `gone` answers 410, `slow` takes it and answers late. */
  mode: z.enum(['works', 'gone', '429', '500', 'slow', 'hangs-up']),
});

const push = z.object({
  id: z.string(),
  deviceId: z.string(),
  receivedAt: z.string(),
  /** All headers, to see what is outside the encryption. */
  headers: z.record(z.string(), z.string()),
  bytes: z.number(),
  /** Decrypted. */
  text: z.string(),
});
type Push = z.infer<typeof push>;

const subscribing = z.object({ applicationServerKey: z.string().min(1) });
const changing = z.object({ mode: practiceDevice.shape.mode });
const shown = z.object({ title: z.string(), body: z.string(), tag: z.string() });

const MAX_LISTED = 200;
const MAX_BODY_BYTES = 4096;

/** Starts the practice push service: devices that decrypt what they get, and a page that shows it. */
export async function startPracticePush({
  dataDir,
  now = () => new Date(),
  ...address
}: PracticePushOptions): Promise<PracticeService> {
  const listener = await listen(address);
  const database = openDatabase(dataDir, 'practice-push.sqlite');
  const devices = openCollection(database, 'device', practiceDevice);
  const pushes = openCollection(database, 'push', push, [['deviceId']]);
  const closing = new AbortController();

  const pushesTo = ({ id }: Device) =>
    pushes.list({ where: [{ field: 'deviceId', is: id }], limit: MAX_LISTED });

  /** `POST /push/{device}`, as RFC 8030 has it. */
  async function receive(context: Context<{ Bindings: HttpBindings }>): Promise<Response> {
    const found = devices.find(context.req.param('device') ?? '');
    if (!found || found.mode === 'gone') return context.text('push subscription has expired', 410);
    if (found.mode === '500') return context.text('Internal Server Error', 500);
    if (found.mode === '429') return context.text('Too Many Requests', 429, { 'Retry-After': '3' });
    if (found.mode === 'hangs-up') {
      context.env.incoming.socket.destroy();
      return RESPONSE_ALREADY_SENT;
    }
    const { origin } = new URL(context.req.url);
    const { applicationServerKey } = found;
    const problem = problemOf(context.req.header('authorization'), {
      origin,
      applicationServerKey,
      now: now(),
    });
    if (problem) return context.text(problem, 403);
    if (!/^\d+$/.test(context.req.header('ttl') ?? '')) return context.text('no TTL', 400);
    if (!/^[\w-]{0,32}$/.test(context.req.header('topic') ?? '')) {
      return context.text('the topic is too long, or not base64url', 400);
    }
    if (context.req.header('content-encoding') !== 'aes128gcm') {
      return context.text('unknown content encoding', 415);
    }
    const body = Buffer.from(await context.req.arrayBuffer());
    if (body.length > MAX_BODY_BYTES) return context.text('too large', 413);
    const text = tryDecrypting(body, found);
    if (text === undefined) return context.text('cannot be decrypted', 400);
    const id = randomUUID();
    const headers = context.req.header();
    const receivedAt = now().toISOString();
    pushes.add({ id, deviceId: found.id, receivedAt, headers, bytes: body.length, text });
    if (found.mode === 'slow') {
      await pause(SLOW_MS, undefined, { signal: closing.signal }).catch(() => {});
    }
    return context.body(null, 201, { Location: `${origin}/push-message/${id}` });
  }

  const app: PracticeApp = new Hono();
  app
    .post('/push/:device', receive)
    // As a browser does: its answer is what `PushSubscription.toJSON()` has.
    .post('/practice/devices', async (context) => {
      const parsed = subscribing.safeParse(await context.req.json().catch(() => undefined));
      if (!parsed.success) return context.text('Send an applicationServerKey.', 400);
      const { id, publicKey, auth } = devices.add({
        ...newDevice(parsed.data.applicationServerKey),
        mode: 'works',
      });
      const endpoint = `${new URL(context.req.url).origin}/push/${id}`;
      return context.json({ endpoint, keys: { p256dh: publicKey, auth } });
    })
    .post('/practice/devices/:device', async (context) => {
      const found = devices.find(context.req.param('device'));
      const parsed = changing.safeParse(await context.req.json().catch(() => undefined));
      if (!found || !parsed.success) return context.text('There is no such device or mode.', 400);
      return context.json({ mode: devices.replace({ ...found, ...parsed.data }).mode });
    })
    .get('/practice/devices/:device/pushes', (context) => {
      const found = devices.find(context.req.param('device'));
      return found ? context.json(pushesTo(found)) : context.text('no such device', 404);
    })
    .get('/', (context) =>
      sendPage(context, devicesPage(devices.list({ limit: MAX_LISTED }).map(pushesTo))),
    );
  listener.serve(app);
  return serviceOn(listener, database, () => closing.abort());
}

function tryDecrypting(body: Buffer, to: Device): string | undefined {
  try {
    return decrypt(body, to);
  } catch {
    return undefined;
  }
}

/** @param devices what each has got. */
function devicesPage(devices: Push[][]): Page {
  return {
    title: 'Practice push',
    body: html`<main>
      <h1>Practice push</h1>
      <p class="practice">
        Stands in for the push services of browsers. The shop adds a practice device under
        Notifications. <a href="/">Refresh</a>
      </p>
      ${devices.length === 0 ? html`<p>No device yet.</p>` : ''}
      ${devices.map(
        (got, index) => html`<section class="card">
          <h2>Device ${devices.length - index}</h2>
          ${got.length === 0 ? html`<p>Nothing yet.</p>` : ''}
          ${got.map(({ text, receivedAt }) => {
            const { data } = shown.safeParse(JSON.parse(text));
            return html`<p>
              <strong>${data?.title ?? text}</strong><br />
              <span class="quiet-text">
                ${data?.body}
                <time datetime="${receivedAt}">${clockTime(new Date(receivedAt))}</time>
              </span>
            </p>`;
          })}
        </section>`,
      )}
    </main>`,
  };
}
