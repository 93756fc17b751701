import { expect, onTestFinished, test } from 'vitest';
import { startPracticeRecaptcha } from './start.ts';

const KEYS = { siteKey: 'site', secretKey: 'secret' };

async function open() {
  let time = Date.now();
  const service = await startPracticeRecaptcha({ ...KEYS, port: 0, now: () => new Date(time) });
  onTestFinished(() => service.close());
  const at = (path: string) => `${service.origin}${path}`;
  const post = (path: string, body: unknown) =>
    fetch(at(path), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    at,
    forward(seconds: number) {
      time += seconds * 1000;
    },
    change: (settings: object) => post('/practice/settings', settings),
    frame: (address: Record<string, string>) =>
      fetch(at(`/recaptcha/api2/anchor?${new URLSearchParams(address)}`)),
    async token(action = 'fire_app_check') {
      const address = { k: 'site', co: 'https://a.test', action };
      const page = await fetch(at(`/recaptcha/api2/anchor?${new URLSearchParams(address)}`));
      return tokenIn(await page.text());
    },
    verify: async (question: Record<string, string>) => {
      const answer = await fetch(at('/recaptcha/api/siteverify'), {
        method: 'POST',
        body: new URLSearchParams(question),
      });
      return { status: answer.status, body: await answer.text() };
    },
  };
}

/** What the page of the frame sends to the page around it. */
function tokenIn(page: string): string {
  return /postMessage\("(03A[\w-]+)", "https:\/\/a\.test"\)/.exec(page)?.[1] ?? '';
}

const refused = (code: string) => ({
  status: 200,
  body: JSON.stringify({ success: false, 'error-codes': [code] }),
});

test('verifies a token once, with hostname, action and score', async () => {
  const { token, verify, change } = await open();
  const response = await token();
  const { status, body } = await verify({ secret: 'secret', response });
  expect(status).toBe(200);
  expect(JSON.parse(body)).toEqual({
    success: true,
    challenge_ts: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    hostname: 'a.test',
    score: 0.9,
    action: 'fire_app_check',
  });
  expect(await verify({ secret: 'secret', response })).toEqual(refused('timeout-or-duplicate'));

  await change({ visitors: 'robots' });
  const robot = await verify({ secret: 'secret', response: await token() });
  expect(JSON.parse(robot.body)).toMatchObject({ success: true, score: 0.1 });
});

test('rejects a token after two minutes', async () => {
  const { token, verify, forward } = await open();
  const [young, old] = [await token(), await token()];
  forward(120);
  expect((await verify({ secret: 'secret', response: young })).body).toContain('"success":true');
  forward(1);
  expect(await verify({ secret: 'secret', response: old })).toEqual(
    refused('timeout-or-duplicate'),
  );
});

test.each<[string, Record<string, string>]>([
  ['bad-request', { response: 'x' }],
  ['invalid-input-secret', { secret: 'guessed', response: 'x' }],
  ['bad-request', { secret: 'secret' }],
  ['invalid-input-response', { secret: 'secret', response: 'x' }],
])('answers with the error code for %s', async (code, question) => {
  const { verify } = await open();
  expect(await verify(question)).toEqual(refused(code));
});

test('creates no token for an unknown site key', async () => {
  const { frame } = await open();
  const answer = await frame({ k: 'another', action: 'x', co: 'https://a.test' });
  expect(answer.status).toBe(400);
  expect((await frame({})).status).toBe(400);
});

test('answers 503 in the mode "down"', async () => {
  const { verify, change } = await open();
  await change({ api: 'down' });
  expect((await verify({ secret: 'secret', response: 'x' })).status).toBe(503);
});

test('serves the script', async () => {
  const { at } = await open();
  const script = await fetch(at('/recaptcha/api.js'));
  expect(script.headers.get('Content-Type')).toContain('text/javascript');
  expect(await script.text()).toContain('grecaptcha');
});
