import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byDebugToken, type FakeResponse, HOSTED, openTestClient } from '#test/bot-check-client.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('a token', () => {
  test('is fetched once for concurrent calls, and not again while it is valid', async () => {
    const { client, shop, clock } = openTestClient(byDebugToken);
    const outcomes = await Promise.all([client.getToken(), client.getToken(), client.getToken()]);
    clock.time = HOUR - 1;
    outcomes.push(await client.getToken());
    for (const outcome of outcomes) expect(outcome).toEqual({ ok: true, token: 'token-1' });
    expect(shop.calls).toHaveLength(1);
  });

  test('is fetched again when it has expired or the shop has rejected it', async () => {
    const { client, clock } = openTestClient(byDebugToken);
    await client.getToken();
    expect(await client.getToken('token-1')).toEqual({ ok: true, token: 'token-2' });
    expect(await client.getToken('token-1')).toEqual({ ok: true, token: 'token-2' });
    clock.time = HOUR;
    expect(await client.getToken()).toEqual({ ok: true, token: 'token-3' });
  });

  test('of the previous page is used until it expires', async () => {
    const { client, shop, clock, token } = openTestClient(byDebugToken);
    token.write({ token: 'stored', issuedAt: 0, expiresAt: HOUR });
    expect(await client.getToken()).toEqual({ ok: true, token: 'stored' });
    clock.time = HOUR;
    expect(shop.calls).toEqual([]);
    expect(await client.getToken()).toEqual({ ok: true, token: 'token-1' });
  });

  test('is stored for the next page', async () => {
    const { client, token } = openTestClient(byDebugToken);
    await client.getToken();
    expect(token.read()).toEqual({ token: 'token-1', issuedAt: 0, expiresAt: HOUR });
  });
});

describe('renewal', () => {
  test('happens at half the lifetime plus five minutes', async () => {
    const { client, clock, shop } = openTestClient(byDebugToken);
    await client.getToken();
    await clock.next();
    expect(clock.time).toBe(35 * MINUTE);
    expect(await client.getToken()).toEqual({ ok: true, token: 'token-2' });
    expect(shop.calls).toHaveLength(2);
  });

  test('waits until the page is visible', async () => {
    const { client, clock, shop, visibility } = openTestClient(byDebugToken);
    await client.getToken();
    visibility.hide();
    const renewed = clock.next();
    expect(shop.calls).toHaveLength(1);
    visibility.show();
    await renewed;
    expect(shop.calls).toHaveLength(2);
  });

  test('uses the token that another tab has renewed', async () => {
    const { client, clock, shop, token } = openTestClient(byDebugToken);
    await client.getToken();
    token.write({ token: 'of another tab', issuedAt: 30 * MINUTE, expiresAt: 90 * MINUTE });
    await clock.next();
    expect(await client.getToken()).toEqual({ ok: true, token: 'of another tab' });
    expect(shop.calls).toHaveLength(1);
    await clock.next();
    expect(clock.time).toBe(65 * MINUTE);
  });

  test('keeps to the schedule for any sequence of failures', async () => {
    const answers = fc.array(
      fc.constantFrom<FakeResponse>(200, 400, 403, 404, 429, 500, 'unreachable', 'garbled'),
      { minLength: 1, maxLength: 25 },
    );
    const luck = fc.double({ min: 0, max: 1, noNaN: true });
    await fc.assert(fc.asyncProperty(answers, luck, expectSchedule));
  });
});

/** With the long proof of work out of reach, so that no failure is hidden. */
async function expectSchedule(answers: FakeResponse[], luck: number): Promise<void> {
  const { client, clock, shop } = openTestClient(byDebugToken, { random: luck });
  shop.answering.own = 'unreachable';
  let failuresInARow = 0;
  let badStatuses = 0;
  let blockedUntil = 0;
  let next = 0;
  for (const [round, answer] of answers.entries()) {
    shop.answering.hosted = answer;
    shop.calls.length = 0;
    await (round === 0 ? client.getToken() : clock.next());
    expect(clock.time).toBe(next);

    const wasAsked = shop.calls.some((call) => call.includes(HOSTED));
    expect(wasAsked).toBe(clock.time >= blockedUntil);
    if (wasAsked && typeof answer === 'number') {
      const isRejection = answer === 403 || answer === 404;
      const wait = Math.min(1000 * 2 ** badStatuses * (0.5 + luck), 4 * HOUR);
      if (answer !== 200) blockedUntil = clock.time + (isRejection ? 24 * HOUR : wait);
      badStatuses = answer === 200 ? 0 : badStatuses + 1;
    }
    failuresInARow = wasAsked && answer === 200 ? 0 : failuresInARow + 1;
    next =
      clock.time +
      (failuresInARow === 0
        ? 35 * MINUTE
        : Math.min(30_000 * 2 ** (failuresInARow - 1), 16 * MINUTE));
  }
}
