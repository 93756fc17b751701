import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startPracticeEmailJs } from './start.ts';

const message = {
  service_id: 'service_cafe',
  template_id: 'template_order',
  user_id: 'public-key',
  accessToken: 'private-key',
  template_params: { name: 'Ada', message: 'One cake\n<script>alert(1)</script>' },
};

async function open(options: Partial<Parameters<typeof startPracticeEmailJs>[0]> = {}) {
  const service = await startPracticeEmailJs({ limit: 'off', ...options, port: 0 });
  onTestFinished(() => service.close());
  const at = (path: string) => `${service.origin}${path}`;
  return {
    service,
    at,
    send: (body: unknown) =>
      fetch(at('/api/v1.0/email/send'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    change: (settings: Record<string, string>) =>
      fetch(at('/practice/settings'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(settings),
      }),
    inbox: async () => (await fetch(at('/practice/inbox'))).json(),
    page: async () => (await fetch(at('/'))).text(),
  };
}

test('stores an e-mail and shows it as text', async () => {
  const { send, inbox, page } = await open();
  const sent = await send(message);

  expect(sent.status).toBe(200);
  expect(await sent.text()).toBe('OK');
  expect(await inbox()).toEqual([
    {
      id: expect.any(String),
      receivedAt: expect.any(String),
      templateParams: message.template_params,
    },
  ]);
  expect(await page()).toContain('One cake\n&lt;script&gt;alert(1)&lt;/script&gt;');
});

test('lists e-mails newest first with their subject', async () => {
  const { send, page } = await open();
  await send({ ...message, template_params: { subject: 'Older' } });
  await send({ ...message, template_params: { subject: 'Newer' } });

  expect((await page()).match(/<h3>[^<]*/g)).toEqual(['<h3>Newer', '<h3>Older']);
});

test.each(['user_id', 'service_id', 'template_id'])(
  'rejects an e-mail without %s',
  async (name) => {
    const { send, inbox } = await open();
    const refused = await send({ ...message, [name]: undefined });

    expect(refused.status).toBe(400);
    expect(await refused.text()).toBe(`The ${name} parameter is required`);
    expect(await inbox()).toEqual([]);
  },
);

test('requires the private key', async () => {
  const { send } = await open();
  const { accessToken: _, ...withoutKey } = message;
  const refused = await send(withoutKey);

  expect(refused.status).toBe(403);
  expect(await refused.text()).toBe('API calls are disabled for non-browser applications');
});

test.each([
  ['403', 'API calls are disabled for non-browser applications'],
  ['429', 'Too Many Requests'],
  ['451', 'Unavailable For Headless Browser'],
])('mode %s rejects every e-mail', async (sending, text) => {
  const { send, change, inbox } = await open();
  await change({ sending });
  const refused = await send(message);

  expect(refused.status).toBe(Number(sending));
  expect(await refused.text()).toBe(text);
  expect(await inbox()).toEqual([]);
});

test('cuts the connection in the mode "hangs-up" and works in the mode "works"', async () => {
  const { send, change } = await open();
  await change({ sending: 'hangs-up' });
  await expect(send(message)).rejects.toThrow('fetch failed');
  await change({ sending: 'works' });

  expect((await send(message)).status).toBe(200);
});

test('rejects unknown settings', async () => {
  const { at, change } = await open();
  expect((await change({ sending: '451' })).status).toBe(200);
  expect((await change({ sending: 'slowly' })).status).toBe(400);
  expect(await (await fetch(at('/practice/settings'))).json()).toEqual({
    sending: '451',
    limit: 'off',
  });
});

test('keeps the inbox over a restart', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'practice-emailjs-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const before = await startPracticeEmailJs({ port: 0, dataDir });
  await fetch(`${before.origin}/api/v1.0/email/send`, {
    method: 'POST',
    body: JSON.stringify(message),
  });
  await before.close();

  const { inbox } = await open({ dataDir });
  expect(await inbox()).toHaveLength(1);
});

const account = {
  publicKey: 'public-key',
  privateKey: 'private-key',
  serviceId: 'service_cafe',
  templateId: 'template_order',
  customerTemplateId: 'template_customer',
};

test('takes one request a second', async () => {
  const { send, inbox } = await open({ limit: 'on' });
  const statuses = await Promise.all([send(message), send(message)]);
  expect(statuses.map(({ status }) => status).sort()).toEqual([200, 429]);
  expect(await inbox()).toHaveLength(1);
});

test.each([
  [404, { user_id: 'another' }],
  [403, { accessToken: 'another' }],
  [400, { service_id: 'another' }],
  [400, { template_id: 'another' }],
  [413, { template_params: { text: 'x'.repeat(50_000) } }],
  [422, { template_id: 'template_customer', template_params: { to_email: '' } }],
  [422, { template_id: 'template_customer', template_params: { to_email: 'ada at home' } }],
])('rejects with %i what the real service rejects: %o', async (status, changes) => {
  const { send, inbox } = await open({ account });
  const attachment = `data:text/calendar;base64,${'x'.repeat(60_000)}`;
  expect((await send({ ...message, template_params: { attachment } })).status).toBe(200);
  expect((await send({ ...message, ...changes })).status).toBe(status);
  expect(await inbox()).toHaveLength(1);
});
