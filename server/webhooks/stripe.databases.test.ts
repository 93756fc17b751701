import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import type { Clock } from '#domain/clock.ts';
import { stockedSqlite } from '#test/both-databases.ts';
import { recordingLog } from '#test/recording-log.ts';
import { NOON } from '#test/samples.ts';
import { openTestShop } from '#test/test-shop.ts';

const HEX = '0'.repeat(64);
const EVENT = JSON.stringify({ id: 'evt_1', type: 'charge.updated', data: { object: {} } });

async function open(clock?: Clock) {
  const { where } = await stockedSqlite();
  const { log, lines, errors } = recordingLog();
  const { origin } = await openTestShop({ where, jobs: false, log, ...(clock && { clock }) });
  return { url: `${origin}/webhooks/stripe`, lines, errors };
}

const SIGNATURES: [string, string | string[]][] = [
  ['has empty fields', 't=,v1='],
  ['has no signature', 't=1'],
  ['has a signature without a value', 't=1,v1'],
  ['is v1 alone', 'v1'],
  ['has a time that is no number', `t=abc,v1=${HEX}`],
  ['has a time beyond all numbers', `t=${'9'.repeat(400)},v1=${HEX}`],
  ['is huge', `t=1,${`v1=${HEX},`.repeat(200)}`],
  ['is binary', 't=\u00ff,v1=\u00fe\u00ff'],
  ['has a signature of another length', 't=1,v1=00'],
  ['has a signature that is no hex', `t=1,v1=${'ü'.repeat(64)}`],
  ['comes several times', [`t=1,v1=${HEX}`, `t=2,v1=${HEX}`]],
  ['is only commas', ',,,,=,=='],
];

test('a webhook with a malformed signature is 400 and no error', async () => {
  const { url, errors } = await open();
  for (const [what, signature] of SIGNATURES) {
    expect([what, await post(url, EVENT, signature)]).toEqual([what, 400]);
  }
  expect(errors()).toEqual([]);
});

test('a webhook that another secret has signed is refused with a warning that names the setting', async () => {
  const { url, lines } = await open();
  const warnings = () => lines.filter(({ level }) => level === 'warn');
  expect(await post(url, EVENT, signed(EVENT))).toBe(200);
  expect(warnings()).toEqual([]);
  expect(await post(url, EVENT, signed(`${EVENT} `))).toBe(400);
  expect(warnings()).toMatchObject([{ message: expect.stringContaining('STRIPE_WEBHOOK_SECRET') }]);
});

const BODIES = [
  ['is no JSON', 'cake'],
  ['is half a JSON', EVENT.slice(0, -5)],
  ['is null', 'null'],
  ['is a list', '[]'],
  ['is a thin event', JSON.stringify({ object: 'v2.core.event' })],
  ['has no fields', '{}'],
  ['has no id', JSON.stringify({ type: 'charge.updated', data: { object: {} } })],
  ['has no object', JSON.stringify({ id: 'evt_1', type: 'checkout.session.completed' })],
  ['has a null object', JSON.stringify({ id: 'evt_1', type: 'a', data: { object: null } })],
] as const;

test('a signed webhook with a malformed body is 400 and no error', async () => {
  const { url, errors } = await open();
  for (const [what, payload] of BODIES) {
    expect([what, await post(url, payload, signed(payload))]).toEqual([what, 400]);
  }
  expect(errors()).toEqual([]);
});

test('a signed webhook of a type that the shop does not read is 200', async () => {
  const { url } = await open();
  const payload = EVENT.replace('evt_1', `evt_${randomUUID()}`);
  expect(await post(url, payload, signed(payload))).toBe(200);
});

test('a signature is as old as the shop’s clock says: 400 after five minutes', async () => {
  const { url } = await open({ now: () => NOON });
  const sentAt = (secondsAgo: number) =>
    post(url, EVENT, signed(EVENT, Date.parse(NOON) / 1000 - secondsAgo));
  expect(await sentAt(300)).toBe(200);
  expect(await sentAt(301)).toBe(400);
});

/** @param timestamp in seconds; default: now. */
function signed(payload: string, timestamp?: number): string {
  const secret = 'whsec_practice';
  const options = { payload, secret, ...(timestamp && { timestamp }) };
  return new Stripe('sk_test').webhooks.generateTestHeaderString(options);
}

/** Not `fetch`, which refuses to send some of these headers. @returns the status. */
function post(url: string, body: string, signature: string | string[]) {
  return new Promise<number | undefined>((resolve, reject) => {
    const headers = { 'Stripe-Signature': signature, 'Content-Type': 'application/json' };
    const request = httpRequest(url, { method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('error', reject);
    request.end(body);
  });
}
