import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { openCheckout, openPracticeStripe, payForCheckout, sdkFor } from '#test/practice-stripe.ts';
import { startPracticeStripe } from './start.ts';

test.each([
  ['no key', {}],
  ['another scheme', { authorization: 'Basic c2tfdGVzdF94Og==' }],
  ['a key for real money', { authorization: 'Bearer sk_live_123' }],
  ['a restricted key for real money', { authorization: 'Bearer rk_live_123' }],
  ['a publishable key', { authorization: 'Bearer pk_test_123' }],
])('rejects %s with a Stripe error', async (_what, headers: HeadersInit) => {
  const { service } = await openPracticeStripe();
  const refused = await fetch(`${service.origin}/v1/products`, { headers });

  expect(refused.status).toBe(401);
  expect(refused.headers.get('request-id')).toMatch(/^req_/);
  expect(await refused.json()).toEqual({
    error: { type: 'invalid_request_error', message: expect.any(String) },
  });
});

test.each(['sk_test_123', 'rk_test_123'])('accepts %s', async (key) => {
  const { service } = await openPracticeStripe();
  const headers = { authorization: `Bearer ${key}` };
  expect((await fetch(`${service.origin}/v1/products`, { headers })).status).toBe(200);
});

test('rejects an unknown path with a Stripe error', async () => {
  const { service } = await openPracticeStripe();
  const refused = await fetch(`${service.origin}/v1/cakes`, {
    headers: { authorization: 'Bearer sk_test_practice' },
  });

  expect(refused.status).toBe(404);
  expect(await refused.json()).toMatchObject({
    error: { message: 'Unrecognized request URL (GET: /v1/cakes).' },
  });
});

test('has the public origin', async () => {
  const { service } = await openPracticeStripe({ publicHost: 'pay.shop.test' });

  expect(service.origin).toBe(`http://pay.shop.test:${service.port}`);
});

test('rejects when the port is in use', async () => {
  const { service } = await openPracticeStripe();

  await expect(startPracticeStripe({ port: service.port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});

test('closes while a connection is open', async () => {
  const service = await startPracticeStripe({ port: 0 });
  const socket = connect(service.port, '127.0.0.1');
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write('GET / HTTP/1.1\r\n');
  const gone = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => {});

  await service.close();
  await gone;
});

test('opens a file from before bank debits existed', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'practice-stripe-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const before = await startPracticeStripe({ port: 0, dataDir });
  const old = sdkFor(before.port);
  const paid = await payForCheckout(old);
  const { session: open } = await openCheckout(old);
  await old.refunds.create({ payment_intent: paid.payment_intent.id, amount: 100 });
  await before.close();
  const database = new DatabaseSync(join(dataDir, 'practice-stripe.sqlite'));
  const fields = ['payment_link', 'trouble', 'status', 'payment_method_type'];
  const paths = fields.map((field) => `'$.${field}'`);
  database.exec(`
    update documents set body = json_remove(body, ${paths.slice(0, 2)}) where kind = 'checkout.session';
    update documents set body = json_remove(body, ${paths.slice(2)}) where kind in ('payment_intent', 'refund');
  `);
  database.close();

  const { service, stripe } = await openPracticeStripe({ dataDir });
  expect((await stripe.checkout.sessions.list()).data).toMatchObject([
    { id: open.id, payment_link: null, status: 'open' },
    { id: paid.id, payment_link: null, payment_status: 'paid' },
  ]);
  expect(await stripe.paymentIntents.retrieve(paid.payment_intent.id)).toMatchObject({
    status: 'succeeded',
  });
  expect((await stripe.refunds.list()).data).toMatchObject([{ amount: 100, status: 'succeeded' }]);
  expect((await fetch(service.origin)).status).toBe(200);
});
