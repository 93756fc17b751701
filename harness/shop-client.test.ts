import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { problemDetails } from '#server/api/problem-details.ts';
import { portOf } from '../faults/http-proxy.ts';
import { createShopClient } from './shop-client.ts';

const ORDER = '0b8f6c1e-5f0c-4a53-9d1b-3f6d3c6f0a11';

/** A shop with this response to each request. */
async function open(answer: { status: number; text: string }) {
  const server = createServer((_, response) => {
    response.writeHead(answer.status).end(answer.text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return createShopClient({
    origin: () => `http://127.0.0.1:${portOf(server.address())}`,
    nextToken: async () => 'token',
  });
}

const body = { name: 'Ada', email: 'ada@example.org', phone: '020', items: [] };

test('a response that serves nothing is told by its status and problem', async () => {
  const { status, body: unavailable } = problemDetails('payments-unavailable', 'Please try again.');
  const client = await open({ status, text: JSON.stringify(unavailable) });
  const expected = { kind: 'unserved', status: 503, name: 'payments-unavailable' };
  expect(await client.place(ORDER, body)).toEqual(expected);
  expect(await client.confirm(ORDER)).toBe('503');
  expect(await client.read(ORDER)).toBe('503');
});

test('so is one of a proxy, which has no problem', async () => {
  const client = await open({ status: 502, text: '<h1>502 Bad Gateway</h1>' });
  const expected = { kind: 'unserved', status: 502, name: undefined };
  expect(await client.place(ORDER, body)).toEqual(expected);
  expect(await client.read(ORDER)).toBe('502');
});
