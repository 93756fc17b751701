import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  ECDH,
  hkdfSync,
  randomBytes,
  sign,
} from 'node:crypto';
import { type Instant, plusSeconds } from '#domain/clock.ts';

// What a push service gets: a body that only the browser can read (RFC 8291), and the proof that it comes from this shop
// (VAPID, RFC 8292).

const CURVE = 'prime256v1';
/** Of an uncompressed point. */
const POINT_BYTES = 65;
const AUTH_BYTES = 16;
const SALT_BYTES = 16;
const KEY_BYTES = 16;
const NONCE_BYTES = 12;
/** A body is one record (RFC 8188), of at most so many bytes. */
const RECORD_BYTES = 4096;
/** Marks the end of the last record, before its padding. */
const LAST_RECORD = Buffer.from([2]);
/** All messages have the same length, so that it does not tell a reader of the traffic what they are about. */
const PADDED_BYTES = 1024;
/** At most a day. */
const TOKEN_SECONDS = 12 * 60 * 60;

/** Of a browser, base64url. */
export interface BrowserKeys {
  p256dh: string;
  auth: string;
}

/** The body of a push, in the encoding `aes128gcm`. */
export function encryptPush(message: string, { p256dh, auth }: BrowserKeys): Buffer<ArrayBuffer> {
  const browser = Buffer.from(p256dh, 'base64url');
  const salt = randomBytes(SALT_BYTES);
  const sender = createECDH(CURVE);
  const own = sender.generateKeys();
  const shared = sender.computeSecret(browser);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser, own]);
  const secret = derive(shared, Buffer.from(auth, 'base64url'), info, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), KEY_BYTES);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), NONCE_BYTES);

  const text = Buffer.from(message);
  const padding = Buffer.alloc(Math.max(0, PADDED_BYTES - text.length));
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const record = [cipher.update(Buffer.concat([text, LAST_RECORD, padding])), cipher.final()];

  const sizes = Buffer.alloc(5);
  sizes.writeUInt32BE(RECORD_BYTES, 0);
  sizes.writeUInt8(own.length, 4);
  return Buffer.concat([salt, sizes, own, ...record, cipher.getAuthTag()]);
}

function derive(secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
}

/** Whether a message can be encrypted for these keys. */
export function areBrowserKeys({ p256dh, auth }: BrowserKeys): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== POINT_BYTES || Buffer.from(auth, 'base64url').length !== AUTH_BYTES) {
    return false;
  }
  try {
    ECDH.convertKey(point, CURVE);
    return true;
  } catch {
    // Not a point of the curve.
    return false;
  }
}

/** The shop's public key, which browsers subscribe with; base64url. */
export function publicKeyOf(privateKey: string): string {
  return keysOf(privateKey).getPublicKey('base64url');
}

interface Claims {
  /** Of the push service. */
  origin: string;
  /** Where the push service can reach who runs the shop. */
  contact: string;
  now: Instant;
}

/** The header `Authorization` of a push. */
export function authorizePush(privateKey: string, { origin, contact, now }: Claims): string {
  const expires = Math.floor(Date.parse(plusSeconds(now, TOKEN_SECONDS)) / 1_000);
  const token = [
    { typ: 'JWT', alg: 'ES256' },
    { aud: origin, exp: expires, sub: contact },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const publicKey = keysOf(privateKey).getPublicKey();
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: privateKey,
      x: publicKey.subarray(1, 33).toString('base64url'),
      y: publicKey.subarray(33).toString('base64url'),
    },
  });
  const signature = sign('sha256', Buffer.from(token), { key, dsaEncoding: 'ieee-p1363' });
  return `vapid t=${token}.${signature.toString('base64url')}, k=${publicKey.toString('base64url')}`;
}

/** @param privateKey any 32 random bytes, except one in four thousand million. */
function keysOf(privateKey: string): ECDH {
  const keys = createECDH(CURVE);
  keys.setPrivateKey(privateKey, 'base64url');
  return keys;
}
