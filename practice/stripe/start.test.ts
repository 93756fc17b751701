import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { openPracticeStripe } from '#test/practice-stripe.ts';
import { startPracticeStripe } from './start.ts';

test.each([
  ['no key', {}],
  ['another scheme', { authorization: 'Basic c2tfdGVzdF94Og==' }],
  ['a key for real money', { authorization: 'Bearer sk_live_123' }],
  ['a restricted key for real money', { authorization: 'Bearer rk_live_123' }],
  ['a publishable key', { authorization: 'Bearer pk_test_123' }],
])('rejects %s with a Stripe error', async (_what, headers: HeadersInit) => {
  const { service } = await openPracticeStripe();
  const refused = await fetch(`${service.origin}/v1/prices`, { headers });

  expect(refused.status).toBe(401);
  expect(refused.headers.get('request-id')).toMatch(/^req_/);
  expect(await refused.json()).toEqual({
    error: { type: 'invalid_request_error', message: expect.any(String) },
  });
});

test.each(['sk_test_123', 'rk_test_123'])('accepts %s', async (key) => {
  const { service } = await openPracticeStripe();
  const headers = { authorization: `Bearer ${key}` };
  expect((await fetch(`${service.origin}/v1/prices`, { headers })).status).toBe(200);
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
