import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { z } from 'zod';

const CURVE = 'prime256v1';
const HEADER_BYTES = 21;
const TAG_BYTES = 16;

/** A browser's subscription, with the keys that only it has. */
export const device = z.object({
  id: z.string(),
  /** The key of the application server, base64url: nobody else may send to it. */
  applicationServerKey: z.string(),
  privateKey: z.string(),
  publicKey: z.string(),
  auth: z.string(),
});
export type Device = z.infer<typeof device>;

export function newDevice(applicationServerKey: string): Device {
  const keys = createECDH(CURVE);
  return {
    id: randomBytes(24).toString('base64url'),
    applicationServerKey,
    publicKey: keys.generateKeys('base64url'),
    privateKey: keys.getPrivateKey('base64url'),
    auth: randomBytes(16).toString('base64url'),
  };
}

/** The text of a body with the encoding `aes128gcm` (RFC 8291). @throws if it is not for this device. */
export function decrypt(body: Buffer, { privateKey, publicKey, auth }: Device): string {
  const salt = body.subarray(0, 16);
  const recordBytes = body.readUInt32BE(16);
  const sender = body.subarray(HEADER_BYTES, HEADER_BYTES + body.readUInt8(20));
  const record = body.subarray(HEADER_BYTES + sender.length);
  if (record.length > recordBytes) throw new Error('More than one record.');

  const keys = createECDH(CURVE);
  keys.setPrivateKey(privateKey, 'base64url');
  const derive = (secret: Buffer, from: Buffer, info: Buffer, bytes: number) =>
    Buffer.from(hkdfSync('sha256', secret, from, info, bytes));
  const secret = derive(
    keys.computeSecret(sender),
    Buffer.from(auth, 'base64url'),
    Buffer.concat([Buffer.from('WebPush: info\0'), Buffer.from(publicKey, 'base64url'), sender]),
    32,
  );
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(record.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== 2) throw new Error('The record is not the last one.');
  return padded.subarray(0, end).toString();
}

const claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string() });

const MOST_SECONDS = 24 * 60 * 60;

interface Expected {
  origin: string;
  applicationServerKey: string;
  now: Date;
}

/** What is wrong with a header `Authorization` (RFC 8292); undefined if nothing is. */
export function problemOf(
  authorization: string | undefined,
  { origin, applicationServerKey, now }: Expected,
): string | undefined {
  const [, token = '', key = ''] =
    /^vapid t=([\w-]+\.[\w-]+\.[\w-]+), ?k=([\w-]+)$/.exec(authorization ?? '') ?? [];
  if (key === '') return 'the header Authorization is missing or has another form';
  if (key !== applicationServerKey) return 'the key is not the one of the subscription';
  const [head = '', payload = '', signature = ''] = token.split('.');
  if (!isSigned(`${head}.${payload}`, signature, key)) return 'the signature is wrong';
  const parsed = claims.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  if (!parsed.success) return 'a claim is missing';
  const { aud, exp, sub } = parsed.data;
  if (aud !== origin) return `aud is not ${origin}`;
  const seconds = exp - now.getTime() / 1_000;
  if (seconds <= 0 || seconds > MOST_SECONDS) return 'exp is past, or more than a day ahead';
  return /^(mailto:.+@.+|https:)/.test(sub) ? undefined : 'sub is neither mailto: nor https:';
}

function isSigned(text: string, signature: string, publicKey: string): boolean {
  const point = Buffer.from(publicKey, 'base64url');
  const key = createPublicKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
    },
  });
  return verify(
    'sha256',
    Buffer.from(text),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
}
