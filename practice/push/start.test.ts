import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { authorizePush, encryptPush, publicKeyOf } from '#server/push/encrypt.ts';
import { decrypt } from './device.ts';
import { startPracticePush } from './start.ts';

const NOW = '2026-11-20T12:00:00.000Z';
const Device = z.object({
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
});

async function open() {
  const service = await startPracticePush({
    port: 0,
    publicHost: '127.0.0.1',
    now: () => new Date(NOW),
  });
  onTestFinished(() => service.close());
  const { origin } = service;
  const key = randomBytes(32).toString('base64url');
  const response = await fetch(`${origin}/practice/devices`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ applicationServerKey: publicKeyOf(key) }),
  });
  const { endpoint, keys } = Device.parse(await response.json());
  const send = async (headers: Record<string, string> = {}, body = encryptPush('{}', keys)) => {
    const claims = { origin, contact: 'mailto:hello@cafe.example', now: NOW };
    const answer = await fetch(endpoint, {
      method: 'POST',
      headers: {
        Authorization: authorizePush(key, claims),
        'Content-Encoding': 'aes128gcm',
        TTL: '60',
        ...headers,
      },
      body,
    });
    return answer.status;
  };
  return { origin, key, keys, send };
}

test('takes a push only with the proof of the shop that the browser has subscribed to', async () => {
  const { origin, key, send } = await open();
  expect(await send()).toBe(201);
  const claims = { origin, contact: 'mailto:hello@cafe.example', now: NOW };
  const proofs = [
    authorizePush(randomBytes(32).toString('base64url'), claims),
    authorizePush(key, { ...claims, origin: 'https://push.example' }),
    authorizePush(key, { ...claims, now: '2026-11-18T12:00:00.000Z' }),
    authorizePush(key, { ...claims, now: '2026-11-22T12:00:00.000Z' }),
    authorizePush(key, { ...claims, contact: 'the cafe' }),
    authorizePush(key, claims).replace(/\.[\w-]+,/, `.${randomBytes(64).toString('base64url')},`),
    'vapid',
  ];
  for (const Authorization of proofs) expect(await send({ Authorization })).toBe(403);
});

test('takes a push only in the form of the RFCs, and for this device', async () => {
  const { keys, send } = await open();
  expect(await send({ TTL: 'soon' })).toBe(400);
  expect(await send({ Topic: 'x'.repeat(33) })).toBe(400);
  expect(await send({ 'Content-Encoding': 'aesgcm' })).toBe(415);
  expect(await send({}, encryptPush('a'.repeat(5_000), keys))).toBe(413);
  const body = encryptPush('{}', keys);
  body[body.length - 1] = (body.at(-1) ?? 0) ^ 1;
  expect(await send({}, body)).toBe(400);
  const others = { ...keys, auth: randomBytes(16).toString('base64url') };
  expect(await send({}, encryptPush('{}', others))).toBe(400);
});

test('reads the example of RFC 8291', () => {
  // Section 5 and appendix A.
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN';
  const device = {
    id: 'device',
    applicationServerKey: '',
    privateKey: 'q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94',
    publicKey:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  expect(decrypt(Buffer.from(body, 'base64url'), device)).toBe(
    'When I grow up, I want to be a watermelon',
  );
});
