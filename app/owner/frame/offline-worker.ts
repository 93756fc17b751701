import icon from '#app/seo/icons/icon-192.png?no-inline';
import type { Day } from '#domain/calendar/day.ts';
import { addDays, londonDay } from '#domain/calendar/days.ts';
import { isString, objectOf } from '#domain/guard.ts';

// A service worker of the pages below /owner. It shows notifications (decision 060), and it keeps Today, Week, Orders
// and the days of today and tomorrow as they were last seen, with the scripts and styles that they need, so that they open
// without a network (decision 042). At most until the end of the day that they are about, in the browser's own storage, and
// until a person signs out or in, or the session has ended.

// TypeScript's library of workers cannot be used beside that of pages.
interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface RequestEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
interface PushEvent extends WorkerEvent {
  readonly data: { json(): unknown } | null;
}
interface NotificationEvent extends WorkerEvent {
  readonly notification: Notification;
}
interface OpenWindow {
  readonly url: string;
  focus(): Promise<OpenWindow>;
  navigate(path: string): Promise<unknown>;
}
interface WorkerScope {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window' }): Promise<OpenWindow[]>;
    openWindow(path: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: WorkerEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: RequestEvent) => void): void;
  addEventListener(
    type: 'message',
    listener: (event: WorkerEvent & { readonly data: unknown }) => void,
  ): void;
  addEventListener(type: 'push', listener: (event: PushEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationEvent) => void): void;
}
declare const self: WorkerScope;

const TODAY = '/owner';
const SCREENS = [TODAY, '/owner/week', '/owner/orders'];
const ASSETS = '/assets/';
/** What the router requests to open a screen without a new document. */
const DATA = '.data';
const ENDS_SESSION = /^\/owner\/(?:sign-in|sign-out|welcome|passkeys\/sign-in)\b/i;
const CACHE = 'owner-screens ';
/** A document that takes longer is shown as it was kept; the live connection brings it up to date. */
const SLOW_MS = 5_000;
/** Data that take longer count as unreachable. Longer than a document's, because no notice may say that they are old. */
const DEAD_MS = 15_000;
const KEEP_EVERY_MS = 60_000;

/** What was requested before one is not kept after it. */
let signOuts = 0;
let keptAt = 0;

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('message', (event) => {
  const isNewDocument = event.data === 'keep-documents';
  event.waitUntil(event.data === 'forget' ? forget() : keepScreens(event, isNewDocument));
  if (isNewDocument) event.waitUntil(renewSubscription());
});
self.addEventListener('push', (event) => event.waitUntil(showNotification(event)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openScreenOf(event.notification));
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== self.location.origin) return;
  if (ENDS_SESSION.test(url.pathname)) event.waitUntil(forget());
  else if (request.method !== 'GET') return;
  else if (dayOf(url)) event.respondWith(openScreen(event));
  else if (url.pathname.startsWith(ASSETS)) event.respondWith(loadAsset(request));
  else if (request.mode === 'navigate') event.respondWith(fetch(request).catch(noNetwork));
});

/** Those that are kept, each in the cache of the day that it is about. */
function keptScreens(): { path: string; day: Day }[] {
  const today = londonToday();
  return [
    ...SCREENS.map((path) => ({ path, day: today })),
    ...keptDays().map((day) => ({ path: screenOfDay(day), day })),
  ];
}

/** After midnight, a phone that has no network opens the day that it has kept as tomorrow. */
function keptDays(): Day[] {
  const today = londonToday();
  return [today, addDays(today, 1)];
}

/**
 * Without a query: not an older week, nor a filter of orders.
 * @returns undefined for a screen that is not kept.
 */
function dayOf({ pathname, search }: URL): Day | undefined {
  const path = pathname.endsWith(DATA) ? pathname.slice(0, -DATA.length) : pathname;
  return search === '' ? keptScreens().find((screen) => screen.path === path)?.day : undefined;
}

async function openScreen(event: RequestEvent): Promise<Response> {
  const { request } = event;
  const isDocument = request.mode === 'navigate';
  const fresh = fetchAndKeep(request, event);
  // Also if it comes too late to be shown.
  event.waitUntil(fresh.catch(() => {}));
  const kept = await findKept(request);
  if (!kept) return isDocument ? fresh.catch(() => withoutNetwork(request)) : fresh;
  const late = new Promise<Response>((resolve) =>
    setTimeout(() => resolve(kept), isDocument ? SLOW_MS : DEAD_MS),
  );
  return Promise.race([fresh.catch(() => kept), late]);
}

/** Today may not have been opened since midnight. Its day was kept the day before. */
async function withoutNetwork({ url }: Request): Promise<Response> {
  const day = requestOf(screenOfDay(londonToday()));
  const isToday = new URL(url).pathname === TODAY;
  return isToday && (await findKept(day)) ? Response.redirect(day.url) : noNetwork();
}

async function fetchAndKeep(request: Request, event: WorkerEvent): Promise<Response> {
  const before = signOuts;
  const day = dayOf(new URL(request.url));
  const response = await fetch(request);
  // A redirect leads to the page to sign in.
  if (response.status === 401 || response.type === 'opaqueredirect') await forget();
  else if (response.status === 200 && day) {
    event.waitUntil(keep(request, response.clone(), { day, before }));
  }
  return response;
}

interface Keeping {
  day: Day;
  /** `signOuts` when it was requested. */
  before: number;
}

async function keep(request: Request, response: Response, { day, before }: Keeping): Promise<void> {
  if (before !== signOuts) return;
  const name = CACHE + day;
  try {
    const living = keptDays().map((each) => CACHE + each);
    for (const other of await keptNames()) if (!living.includes(other)) await caches.delete(other);
    await (await caches.open(name)).put(request, response);
  } catch {
    // The browser's storage is full.
  }
  if (before !== signOuts) await caches.delete(name);
}

/** Reads the data of all screens again, and for a new document or a new day their documents with what they load. */
async function keepScreens(event: WorkerEvent, isNewDocument: boolean): Promise<void> {
  if (!isNewDocument && Date.now() - keptAt < KEEP_EVERY_MS) return;
  keptAt = Date.now();
  const before = signOuts;
  try {
    for (const { path, day } of keptScreens()) {
      if (before !== signOuts) return;
      await fetchAndKeep(requestOf(path + DATA), event);
      const document = requestOf(path);
      if (!isNewDocument && (await findKept(document))) continue;
      const html = await (await fetchAndKeep(document, event)).text();
      const files = new Set(html.match(/\/assets\/[\w.-]+/g));
      await Promise.all([...files].map((file) => loadAsset(requestOf(file), day)));
    }
  } catch {
    // Without a network: what was kept before stays.
  }
}

function requestOf(path: string): Request {
  return new Request(path, { redirect: 'manual' });
}

function screenOfDay(day: Day): string {
  return `/owner/day/${day}`;
}

/** Kept once a screen of the day is: never for somebody who is not signed in. */
async function loadAsset(request: Request, day = londonToday()): Promise<Response> {
  const before = signOuts;
  const inDay = await findIn(day, request);
  if (inDay) return inDay;
  const response = (await findKept(request)) ?? (await fetch(request));
  const isKept = response.ok && (await caches.has(CACHE + day));
  if (isKept) await keep(request, response.clone(), { day, before });
  return response;
}

async function findKept(request: Request): Promise<Response | undefined> {
  for (const day of keptDays()) {
    const kept = await findIn(day, request);
    if (kept) return kept;
  }
  return undefined;
}

async function findIn(day: Day, request: Request): Promise<Response | undefined> {
  const options = { cacheName: CACHE + day, ignoreVary: true };
  return caches.match(request, options).catch(() => undefined);
}

async function forget(): Promise<void> {
  signOuts += 1;
  keptAt = 0;
  for (const name of await keptNames()) await caches.delete(name);
}

async function keptNames(): Promise<string[]> {
  return (await caches.keys()).filter((name) => name.startsWith(CACHE));
}

function londonToday(): Day {
  return londonDay(new Date().toISOString());
}

/** `Notification` of server/push/send.ts. */
const isSent = objectOf({
  title: isString,
  body: isString,
  path: isString,
  tag: isString,
  copy: isString,
});
const isShown = objectOf({ path: isString, copy: isString });

/** A browser takes the permission back from a worker that shows nothing. */
const UNREADABLE = { title: 'Something has happened', body: '', path: TODAY, tag: '', copy: '' };

async function showNotification({ data }: PushEvent): Promise<void> {
  const sent = read(data);
  const { title, body, path, tag, copy } = isSent(sent) ? sent : UNREADABLE;
  const [earlier] = await self.registration.getNotifications({ tag });
  const isCopy = earlier && isShown(earlier.data) && earlier.data.copy === copy;
  const options = { body, tag, icon, data: { path, copy }, renotify: tag !== '' && !isCopy };
  await self.registration.showNotification(title, options);
}

function read(data: PushEvent['data']): unknown {
  try {
    return data?.json();
  } catch {
    return undefined;
  }
}

/** In the window that is open, if there is one: on a phone the app has only one. */
async function openScreenOf({ data }: Notification): Promise<void> {
  const path = isShown(data) ? data.path : TODAY;
  const windows = await self.clients.matchAll({ type: 'window' });
  const own = windows.find(({ url }) => new URL(url).pathname.startsWith(TODAY));
  if (!own) await self.clients.openWindow(path);
  // Some browsers refuse the focus; the tap has opened the app all the same.
  else await (await own.focus().catch(() => own)).navigate(path);
}

const THIS_DEVICE = '/owner/you/notifications/device';

/** The shop learns who is signed in here now. It answers 404 if it shows this browser nothing any more. */
async function renewSubscription(): Promise<void> {
  try {
    // Safari has none in a tab.
    const manager: PushManager | undefined = self.registration.pushManager;
    const subscription = await manager?.getSubscription();
    if (!subscription) return;
    const { status } = await fetch(THIS_DEVICE, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ subscription, isRenewed: true }),
    });
    if (status === 404) await subscription.unsubscribe();
  } catch {
    // Without a network. The next document asks again.
  }
}

function noNetwork(): Response {
  const html = `<!doctype html>
<html lang="en-GB">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>No network</title>
<style>body { max-width: 34rem; margin: 3rem auto; padding: 0 1rem; font: 1.125rem/1.5 sans-serif; color: #36201a; background: #fcf3e7 } a { color: #8c1d45 }</style>
<main>
<h1>Without a network</h1>
<p>This screen cannot be opened now. Nothing is lost.</p>
<p><a href="${TODAY}">Open Today</a> · <a href="">Try again</a></p>
</main>`;
  return new Response(html, { status: 503, headers: { 'Content-Type': 'text/html' } });
}
