import type { Context, MiddlewareHandler } from 'hono';
import { getCookie, getSignedCookie, setCookie, setSignedCookie } from 'hono/cookie';
import { Flash, type StaffBrowser } from '#app/owner/person-context.ts';
import { parseJson } from '#domain/guard.ts';
import type { Role } from '#domain/staff/person.ts';
import { may, type Right } from '#domain/staff/rights.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';
import { reject } from '#server/http/errors.ts';
import { isPlainPath, matchesRoute, normalizePath } from '#server/http/request-path.ts';
import type { Shop } from '#server/shop.ts';
import { findSession, isSessionValid, type NewToken } from './sessions.ts';

/** `staff`: everybody who is signed in. */
type Access = 'anyone' | 'staff' | Right;

/**
 * Every path of the owner's side, `*` with all that follows. The first match counts. What is not listed needs `run-cafe`.
 */
export const accessTable: { path: string; for: Access }[] = [
  { path: '/owner/sign-in', for: 'anyone' },
  { path: '/owner/sign-in/code', for: 'anyone' },
  { path: '/owner/sign-in/recovery-code', for: 'anyone' },
  { path: '/owner/welcome', for: 'anyone' },
  { path: '/owner/passkeys/sign-in', for: 'anyone' },
  // Also after the session has ended.
  { path: '/owner/sign-out', for: 'anyone' },
  // What is a person's own.
  { path: '/owner/you', for: 'staff' },
  { path: '/owner/you/*', for: 'staff' },
  // Its own devices.
  { path: '/owner/devices/sign-out', for: 'staff' },
  { path: '/owner/passkeys/add', for: 'staff' },
  { path: '/owner', for: 'staff' },
  { path: '/owner/week', for: 'staff' },
  { path: '/owner/day/:day', for: 'staff' },
  { path: '/owner/orders', for: 'staff' },
  // Otherwise these would be orders of the next line.
  { path: '/owner/orders/new', for: 'take-orders' },
  { path: '/owner/orders/export', for: 'run-cafe' },
  { path: '/owner/orders/:order', for: 'staff' },
  { path: '/owner/orders/:order/made', for: 'staff' },
  { path: '/owner/orders/:order/ready', for: 'staff' },
  { path: '/owner/orders/:order/seen', for: 'staff' },
  { path: '/owner/orders/:order/note', for: 'staff' },
  { path: '/owner/orders/:order/paid', for: 'take-payment' },
  { path: '/owner/orders/:order/pay-link', for: 'take-orders' },
  { path: '/owner/orders/:order/quote/agree', for: 'take-orders' },
  { path: '/owner/orders/:order/quote/end', for: 'take-orders' },
  { path: '/owner/orders/:order/move', for: 'change-orders' },
  { path: '/owner/orders/:order/add', for: 'change-orders' },
  { path: '/owner/orders/:order/take-off', for: 'change-orders' },
  { path: '/owner/orders/:order/text', for: 'change-orders' },
  { path: '/owner/orders/:order/contact', for: 'change-orders' },
  { path: '/owner/orders/:order/email', for: 'change-orders' },
  { path: '/owner/orders/:order/resend/customer', for: 'change-orders' },
  { path: '/owner/requests', for: 'take-orders' },
  { path: '/owner/requests/:request', for: 'take-orders' },
  { path: '/owner/requests/:request/answer', for: 'take-orders' },
  { path: '/owner/requests/:request/photos/:position', for: 'take-orders' },
  { path: '/owner/more', for: 'staff' },
  { path: '/owner/live', for: 'staff' },
  // What the event itself needs.
  { path: '/owner/undo', for: 'staff' },
  { path: '/owner/print/bake-sheet/:day', for: 'staff' },
  { path: '/owner/print/tickets/:day', for: 'staff' },
  { path: '/owner/print/labels/:day', for: 'staff' },
  { path: '/owner/needs-you', for: 'staff' },
];

/** @param path normalized (`normalizePath`). */
export function accessOf(path: string): Access {
  return accessTable.find((rule) => matches(path, rule.path))?.for ?? 'run-cafe';
}

export function mayEnter(role: Role | undefined, needed: Access): boolean {
  if (needed === 'anyone') return true;
  return role !== undefined && (needed === 'staff' || may(role, needed));
}

function matches(path: string, pattern: string): boolean {
  if (pattern.endsWith('/*')) return path.startsWith(pattern.slice(0, -1));
  const [parts, expected] = [path.split('/'), pattern.split('/')];
  return (
    parts.length === expected.length &&
    expected.every((part, index) => part === parts[index] || part.startsWith(':'))
  );
}

declare module 'hono' {
  interface ContextVariableMap {
    /** Set for requests that may go on to the owner's side. */
    staff: StaffBrowser | undefined;
    /** Whether the request's session has not ended since. */
    sessionLasts: () => Promise<boolean>;
  }
}

interface StaffSettings {
  shop: Shop;
  /** The shop's public origin: with https, cookies are for https alone. */
  origin: string;
}

const SESSION_COOKIE = 'staff';
const PENDING_COOKIE = 'staff-code';
/**
 * Signed with the session's token: it is of this person, and ends with the session. Its path is not `/owner`: the data of
 * Today are at `/owner.data`.
 */
const FLASH_COOKIE = { name: 'staff-done', path: '/' };
const SEARCH_COOKIE = { name: 'staff-search', path: '/owner', seconds: 60 * 60 };
/** Browsers drop a cookie of more than 4,096 bytes. An emoji takes twelve of them, and what Undo takes back a few dozen. */
const MOST_CHARACTERS = 300;
/** Of each of these cookies. */
const ATTRIBUTES = { httpOnly: true, sameSite: 'Lax' } as const;

/**
 * Guards everything below /owner: nothing behind it sees a request without the right that the table of access
 * names, in whatever spelling of the path the router would accept.
 */
export function requireStaff({ shop, origin }: StaffSettings): MiddlewareHandler {
  const isSecure = new URL(origin).protocol === 'https:';
  return async (c, next) => {
    const path = normalizePath(c.req.url);
    if (!matchesRoute(path, '/owner/*')) return next();
    c.header('Cache-Control', 'no-store');
    c.header('X-Robots-Tag', 'noindex');
    if (!isPlainPath(c.req.url)) return reject(c, 'not-found', 'There is no such page.');
    const token = readToken(c, SESSION_COOKIE);
    const session = token === undefined ? undefined : await findSession(shop, token);
    const needed = accessOf(path);
    if (!mayEnter(session?.person.role, needed)) {
      if (session) return reject(c, 'not-allowed', NOT_ALLOWED, NOT_ALLOWED_PAGE);
      return isPage(c) ? toSignIn(c) : reject(c, 'not-signed-in', 'Please sign in.', SEND_AGAIN);
    }
    const changes: [name: string, value: NewToken | undefined][] = [];
    let flash: Flash | undefined;
    let search: string | undefined;
    c.set('sessionLasts', async () => token !== undefined && isSessionValid(shop, token));
    c.set('staff', {
      session,
      pendingToken: readToken(c, PENDING_COOKIE),
      device: nameOfDevice(c.req.header('User-Agent') ?? ''),
      keepSession: (value) => changes.push([SESSION_COOKIE, value]),
      keepPending: (value) => changes.push([PENDING_COOKIE, value]),
      flash: await readFlash(c, token),
      keepFlash: (done) => {
        flash = { ...done, words: cutNotice(done.words), at: Date.now() };
      },
      search: getCookie(c, SEARCH_COOKIE.name) ?? '',
      keepSearch: (text) => {
        search = text;
      },
    });
    await next();
    if (flash && token !== undefined) await writeFlash(c, flash, token);
    for (const [name, value] of changes) writeToken(c, name, value);
    if (changes.some(([name]) => name === SESSION_COOKIE)) search = '';
    if (search !== undefined) writeSearch(c, search);
    c.header('Cache-Control', 'no-store');
    c.header('X-Robots-Tag', 'noindex');
  };

  function readToken(c: Context, name: string): string | undefined {
    return isSecure ? getCookie(c, name, 'host') : getCookie(c, name);
  }

  async function readFlash(c: Context, token: string | undefined): Promise<Flash | undefined> {
    if (token === undefined) return undefined;
    const text = await getSignedCookie(c, token, FLASH_COOKIE.name);
    return text ? Flash.safeParse(parseJson(text)).data : undefined;
  }

  function writeFlash(c: Context, flash: Flash, token: string): Promise<void> {
    const { name, path } = FLASH_COOKIE;
    return setSignedCookie(c, name, JSON.stringify(flash), token, {
      ...ATTRIBUTES,
      path,
      secure: isSecure,
      maxAge: UNDO_SECONDS,
    });
  }

  function writeSearch(c: Context, text: string): void {
    const { name, path, seconds } = SEARCH_COOKIE;
    const maxAge = text === '' ? 0 : seconds;
    setCookie(c, name, text, { ...ATTRIBUTES, path, secure: isSecure, maxAge });
  }

  function writeToken(c: Context, name: string, value: NewToken | undefined): void {
    setCookie(c, name, value?.token ?? '', {
      ...ATTRIBUTES,
      path: '/',
      ...(isSecure && { secure: true, prefix: 'host' as const }),
      maxAge: value?.seconds ?? 0,
    });
  }
}

/** A note of staff may be longer than a cookie. */
export function cutNotice(words: string): string {
  const characters = [...words];
  return characters.length > MOST_CHARACTERS
    ? `${characters.slice(0, MOST_CHARACTERS).join('')}…`
    : words;
}

/** Whether the browser opens it as a document: the router's own requests cannot follow a redirect. */
function isPage(c: Context): boolean {
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  const isDocument = !new URL(c.req.url).pathname.toLowerCase().endsWith('.data');
  return isRead && isDocument && normalizePath(c.req.url) !== '/owner/live';
}

function toSignIn(c: Context): Response {
  const { pathname, search } = new URL(c.req.url);
  return c.redirect(`/owner/sign-in?${new URLSearchParams({ next: pathname + search })}`);
}

const NOT_ALLOWED = 'Your access does not include this. An owner can change that, under People.';

const NOT_ALLOWED_PAGE = {
  title: 'This page is not for you',
  content: `<p>${NOT_ALLOWED}</p>
<p><a class="button" href="/owner">Open Today</a></p>
<p>Are you somebody else? <a href="/owner/sign-in?again">Sign in as yourself</a>.</p>`,
};

/** No redirect, because the browser sends a form again only if its answer is a page that is reloaded. */
const SEND_AGAIN = {
  title: 'You are signed out',
  content: `<p>Your sign-in has ended, so nothing has been saved yet. This tab still has what you typed: leave it open.</p>
<ol>
<li><a href="/owner/sign-in" target="_blank">Sign in in another tab</a>.</li>
<li>Come back to this tab and reload it.</li>
<li>If the browser asks whether to send the form again, say yes.</li>
</ol>`,
};

const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'a Chromebook'],
  [/\bMac OS X\b/, 'a Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** "Chrome on Android", for people who look for the device that they have lost. */
export function nameOfDevice(userAgent: string): string {
  const name = (list: [RegExp, string][]) => list.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, system] = [name(BROWSERS) ?? 'A browser', name(SYSTEMS)];
  return system ? `${browser} on ${system}` : browser;
}
