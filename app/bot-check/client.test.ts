import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Answering, botCheckIn, byDebugToken, HOSTED } from '#test/bot-check-surroundings.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('a token', () => {
  test('is got once for all who ask at the same time, and not again while it holds', async () => {
    const { client, shop, clock } = botCheckIn(byDebugToken);
    const asked = await Promise.all([client.getToken(), client.getToken(), client.getToken()]);
    clock.time = HOUR - 1;
    asked.push(await client.getToken());
    for (const outcome of asked) expect(outcome).toEqual({ ok: true, token: 'token-1' });
    expect(shop.calls).toHaveLength(1);
  });

  test('is got anew when it has expired, or when the shop did not take it', async () => {
    const { client, clock } = botCheckIn(byDebugToken);
    await client.getToken();
    expect(await client.getToken('token-1')).toEqual({ ok: true, token: 'token-2' });
    expect(await client.getToken('token-1')).toEqual({ ok: true, token: 'token-2' });
    clock.time = HOUR;
    expect(await client.getToken()).toEqual({ ok: true, token: 'token-3' });
  });

  test('of the page before does, until it expires', async () => {
    const kept = { token: 'kept', issuedAt: 0, expiresAt: HOUR };
    const { client, shop, clock } = botCheckIn(byDebugToken, { kept });
    expect(await client.heldToken()).toBe('kept');
    expect(await client.getToken()).toEqual({ ok: true, token: 'kept' });
    clock.time = HOUR;
    expect(await client.heldToken()).toBeUndefined();
    expect(shop.calls).toEqual([]);
    expect(await client.getToken()).toEqual({ ok: true, token: 'token-1' });
  });

  test('is kept for the page after', async () => {
    const { client, keeping } = botCheckIn(byDebugToken);
    await client.getToken();
    expect(keeping.token).toEqual({ token: 'token-1', issuedAt: 0, expiresAt: HOUR });
  });
});

describe('it is renewed', () => {
  test('after half its life and five minutes', async () => {
    const { client, clock, shop } = botCheckIn(byDebugToken);
    await client.getToken();
    await clock.next();
    expect(clock.time).toBe(35 * MINUTE);
    expect(await client.getToken()).toEqual({ ok: true, token: 'token-2' });
    expect(shop.calls).toHaveLength(2);
  });

  test('not while nobody looks, and then at once', async () => {
    const { client, clock, shop, looks } = botCheckIn(byDebugToken);
    await client.getToken();
    looks.away();
    const renewed = clock.next();
    expect(shop.calls).toHaveLength(1);
    looks.back();
    await renewed;
    expect(shop.calls).toHaveLength(2);
  });

  test('by another tab, if that was quicker', async () => {
    const { client, clock, shop, keeping } = botCheckIn(byDebugToken);
    await client.getToken();
    keeping.token = { token: 'of another tab', issuedAt: 30 * MINUTE, expiresAt: 90 * MINUTE };
    await clock.next();
    expect(await client.getToken()).toEqual({ ok: true, token: 'of another tab' });
    expect(shop.calls).toHaveLength(1);
    await clock.next();
    expect(clock.time).toBe(65 * MINUTE);
  });

  test('by the book, whatever goes wrong on the way', async () => {
    const answers = fc.array(
      fc.constantFrom<Answering>(200, 400, 403, 404, 429, 500, 'unreachable', 'garbled'),
      { minLength: 1, maxLength: 25 },
    );
    const luck = fc.double({ min: 0, max: 1, noNaN: true });
    await fc.assert(fc.asyncProperty(answers, luck, expectByTheBook));
  });
});

/** The slower way being closed, so that each failure shows. */
async function expectByTheBook(answers: Answering[], luck: number): Promise<void> {
  const { client, clock, shop } = botCheckIn(byDebugToken, { chance: () => luck });
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
      const isRefusal = answer === 403 || answer === 404;
      const wait = Math.min(1000 * 2 ** badStatuses * (0.5 + luck), 4 * HOUR);
      if (answer !== 200) blockedUntil = clock.time + (isRefusal ? 24 * HOUR : wait);
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
