import { expect, onTestFinished, test, vi } from 'vitest';
import { seed } from '#server/content/seed.ts';
import { planEmails } from '#server/emails/queue.ts';
import { addOrder } from '#server/orders/add.ts';
import { fundOrder } from '#server/orders/pay.ts';
import { storeReversals } from '#server/orders/reversals.ts';
import { readOrder } from '#server/orders/rows.ts';
import { describeDailyOnSqlite } from '#test/both-databases.ts';
import { loseTableAfterAccepting, openMailService } from '#test/mail-service.ts';
import type { OpenDatabase } from '#test/open-database.ts';
import { advanceTime, LEASE_SECONDS } from '#test/outbox-time.ts';
import { NOON, sampleCake, sampleOrder, sampleSeed } from '#test/samples.ts';
import { shopOn } from '#test/shop-on.ts';
import { deliverEmails, pauseAfter } from './deliver.ts';
import type { Delivery, Email } from './mailer.ts';

const clock = { now: () => NOON };

describeDailyOnSqlite('e-mails to the cafe', ({ fresh }) => {
  async function open() {
    const place = await fresh();
    const database = await place.open();
    const { service, mailer } = await openMailService();
    const errors: object[] = [];
    const log = { info() {}, warn() {}, error: (facts: object) => void errors.push(facts) };
    const deliver = (on: OpenDatabase = database) =>
      deliverEmails(shopOn(on, { clock, mailer, log }));
    /** @returns the id of a new order that is funded now. */
    const fund = async (email = 'ada@example.com') => {
      const order = sampleOrder({ customer: { name: 'Ada', email, phone: '020 7946 0000' } });
      await addOrder(database, order);
      await fundOrder(database, order.id);
      return order.id;
    };
    const stateOf = async (id: string) => (await readOrder(database.db, id))?.state;
    return { place, database, service, errors, deliver, fund, stateOf };
  }

  test('are sent once by servers whose clocks are three minutes apart', async () => {
    const { place, service, deliver, fund, stateOf } = await open();
    const other = await place.open();
    const id = await fund();
    onTestFinished(() => void vi.useRealTimers());
    const { respond } = service;
    service.respond = async (...sent) => {
      // By the clock of the other server, the lease of this one has ended.
      vi.setSystemTime(Date.now() + 180_000);
      await deliver(other);
      respond(...sent);
    };
    await deliver();
    expect(service.emails).toHaveLength(1);
    expect(await stateOf(id)).toBe('paid');
  });

  test('name what the cakes may contain', async () => {
    const { database, service, deliver, fund } = await open();
    const cakes = [sampleCake('victoria', { mayContain: ['Sesame', 'Lupin'] })];
    await seed(database.db, sampleSeed({ cakes }));
    await fund();
    await deliver();
    expect(service.emails[0]?.orderText).toContain('Gluten. May contain: Sesame, Lupin.\n');
    expect(service.emails[0]?.orderText).toMatch(
      /\nSee or change it: https:\/\/cafe\.example\/owner\/orders\/\w+$/,
    );
  });

  test('of a refund have another Message-ID than the first e-mail, and copies the same one', async () => {
    const { place, database } = await open();
    const sent: Email[] = [];
    const send = async (email: Email): Promise<Delivery> => {
      // Without a limit of the service the customer's is sent beside the cafe's.
      if (email.to !== 'cafe') return { ok: true };
      sent.push(email);
      return sent.length === 1 ? { ok: false, reason: 'smtp 421' } : { ok: true };
    };
    const shop = shopOn(database, { clock, mailer: { send } });
    const order = sampleOrder();
    await addOrder(database, order);
    await fundOrder(database, order.id);
    for (let round = 0; round < 2; round += 1) {
      await deliverEmails(shop);
      await advanceTime(place, 60);
    }
    await storeReversals(database, order.id, [
      {
        id: 're_1',
        kind: 'refund',
        payment: 'cs_1',
        amount: order.total,
        state: 'succeeded',
        at: NOON,
      },
    ]);
    await deliverEmails(shop);
    const [first, copy, refund] = sent.map(({ messageId }) => messageId);
    expect(sent[2]?.subject).toMatch(/^REFUNDED/);
    expect(copy).toBe(first);
    expect(refund).not.toBe(first);
  });

  test('are not sent again when the database fails after the e-mail was accepted', async () => {
    const { place, service, deliver, fund, stateOf } = await open();
    const id = await fund();
    await loseTableAfterAccepting(place, service, deliver);
    expect(await stateOf(id)).toBe('paid');
    await advanceTime(place, 9_999);
    expect(await deliver()).toBe(0);
    expect(service.emails).toHaveLength(1);
  });

  test('of an unreadable order wait while the others are sent', async () => {
    const { place, service, errors, deliver, fund, stateOf } = await open();
    const unreadable = await fund();
    const readable = [await fund(), await fund()];
    await place.run(`delete from order_items where order_id = '${unreadable}'`);
    expect(await deliver()).toBe(3);
    expect(service.emails.map(({ order_id }) => order_id).sort()).toEqual(readable.sort());
    for (const id of readable) expect(await stateOf(id)).toBe('paid');
    expect(errors).toEqual([{ orderId: unreadable, incident: 'unreadable-order' }]);
    const pause = pauseAfter(1);
    // It is tried again in its time, and not before.
    expect(await deliver()).toBe(0);
    await advanceTime(place, pause);
    expect(await deliver()).toBe(1);
  });

  test('are sent, and waited for, although an e-mail beside them cannot be written', async () => {
    const { place, database, service, errors, deliver, fund, stateOf } = await open();
    const told = await fund();
    await deliver();
    // Its link cannot be stored.
    await planEmails(database.db, told, [{ kind: 'confirmation' }]);
    await place.run('alter table customer_links rename to hidden');
    const id = await fund();
    expect(await deliver()).toBe(2);
    expect(service.emails.map(({ order_id }) => order_id)).toEqual([told, id]);
    expect(await stateOf(id)).toBe('paid');
    expect(errors).toMatchObject([{ about: told, kind: 'confirmation' }]);
    // It is tried again in its time, and not before.
    await place.run('alter table hidden rename to customer_links');
    expect(await deliver()).toBe(0);
    await advanceTime(place, pauseAfter(1));
    expect(await deliver()).toBe(1);
    expect(service.emails).toHaveLength(3);
  });

  test('whose failure cannot be recorded are due again when the lease ends', async () => {
    const { place, service, errors, deliver, fund, stateOf } = await open();
    const id = await fund();
    const { respond } = service;
    service.respond = async (response) => {
      await place.run('alter table emails rename to hidden');
      response.writeHead(500).end();
    };
    await deliver();
    await place.run('alter table hidden rename to emails');
    expect(errors).toMatchObject([{ about: id, kind: 'cafe' }]);
    service.respond = respond;
    await advanceTime(place, LEASE_SECONDS);
    await deliver();
    expect(await stateOf(id)).toBe('paid');
  });

  test.each([
    { rejection: 400, replyTos: ['ada@example.com', undefined, 'ada@example.com'] },
    { rejection: 422, replyTos: ['ada@example.com', undefined, 'ada@example.com'] },
    { rejection: 429, replyTos: ['ada@example.com', 'ada@example.com', 'ada@example.com'] },
    { rejection: 500, replyTos: ['ada@example.com', 'ada@example.com', 'ada@example.com'] },
  ])(
    'refused with $rejection are sent with reply-to $replyTos',
    async ({ rejection, replyTos }) => {
      const { place, service, errors, deliver, fund, stateOf } = await open();
      const id = await fund();
      const { respond } = service;
      for (const status of [rejection, 500]) {
        service.respond = (response) =>
          response.writeHead(status).end('ada@example.com is not an address we accept');
        await deliver();
        await advanceTime(place, 60);
      }
      service.respond = respond;
      await deliver();
      expect(service.emails.map(({ reply_to }) => reply_to)).toEqual(replyTos);
      expect(service.emails.every(({ orderText }) => orderText.includes('ada@example.com'))).toBe(
        true,
      );
      expect(await stateOf(id)).toBe('paid');
      expect(errors).toMatchObject([{ reason: `status ${rejection}` }, { reason: 'status 500' }]);
      expect(JSON.stringify(errors)).not.toContain('ada@');
    },
  );

  test('have no reply-to that is not an address', async () => {
    const { service, deliver, fund } = await open();
    await fund('ada at example.com');
    await deliver();
    expect(service.emails.map(({ reply_to }) => reply_to)).toEqual([undefined]);
  });
});
