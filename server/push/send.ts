import { hash } from 'node:crypto';
import type { Shop } from '#server/shop.ts';
import { authorizePush, type BrowserKeys, encryptPush } from './encrypt.ts';

/** What a browser shows (app/owner/frame/offline-worker.ts). */
export interface Notification {
  title: string;
  body: string;
  /** What a tap opens, on the owner's side. */
  path: string;
  /** The next with the same replaces it. */
  tag: string;
  /** A copy has the same: it replaces the first one silently. */
  copy: string;
}

/** How long a push service keeps it for a phone that is off. */
export const KEPT_SECONDS = 24 * 60 * 60;
/** A server closes within 25 seconds. */
const TIMEOUT_MS = 3_000;
/** The most that RFC 8030 allows. */
const TOPIC_LENGTH = 32;

type Outcome =
  | { ok: true }
  /** The browser has no such subscription any more. */
  | { ok: false; isGone: true }
  | { ok: false; isGone: false; reason: string; retryAfterSeconds: number };

/** Never throws: every failure is a reason. */
export async function sendPush(
  shop: Shop,
  { endpoint, ...keys }: BrowserKeys & { endpoint: string },
  notification: Notification,
): Promise<Outcome> {
  const { email } = await shop.merchant();
  const headers = {
    Authorization: authorizePush(shop.push.key, {
      origin: new URL(endpoint).origin,
      contact: `mailto:${email}`,
      now: shop.clock.now(),
    }),
    'Content-Type': 'application/octet-stream',
    'Content-Encoding': 'aes128gcm',
    TTL: String(KEPT_SECONDS),
    Urgency: 'high',
    // The service replaces what it still keeps about the same. It may not know which order: its id is a secret.
    Topic: hash('sha256', notification.tag + keys.auth, 'base64url').slice(0, TOPIC_LENGTH),
  };
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers,
      body: encryptPush(JSON.stringify(notification), keys),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (response.ok) return { ok: true };
    if (response.status === 404 || response.status === 410) return { ok: false, isGone: true };
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    const retryAfterSeconds = seconds > 0 ? seconds : 0;
    return { ok: false, isGone: false, reason: `status ${response.status}`, retryAfterSeconds };
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError';
    return {
      ok: false,
      isGone: false,
      reason: isLate ? 'timeout' : 'network',
      retryAfterSeconds: 0,
    };
  }
}
