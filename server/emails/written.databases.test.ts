import { expect, test } from 'vitest';
import { versionOf } from '#domain/book/trail.ts';
import { deliverEmails } from '#server/emails/deliver.ts';
import { anonymiseOrder } from '#server/orders/anonymise.ts';
import { cancelOrder } from '#server/orders/cancel.ts';
import { describeDailyOnSqlite } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { readBooked } from '#test/order-shop.ts';
import { databaseTime } from '#test/outbox-time.ts';
import { openTestShop } from '#test/test-shop.ts';
import { takeBackEmail, writeEmail } from './written.ts';

const CAKE = 'berry-drip-cake';
const WORDS = 'We saw no <b>Ada</b> today.\n\nShall we keep it?';

describeDailyOnSqlite('staff write to a customer', ({ stocked }) => {
  async function open({ isPaid = true } = {}) {
    const place = await stocked();
    const opened = await openTestShop({ where: place.where, jobs: false });
    const { shop } = opened;
    const ada = customer(opened);
    const { id, checkoutUrl } = await ada.order(CAKE);
    if (isPaid) {
      await ada.pay(checkoutUrl);
      await ada.confirm(id);
    }
    const booked = () => readBooked(shop, id);
    const version = async () => versionOf((await booked()).trail);
    return {
      place,
      shop,
      id,
      booked,
      version,
      write: async (words: string, shown?: number, kind: 'written' | 'missed' = 'written') =>
        writeEmail(shop, {
          orderId: id,
          kind,
          words,
          version: shown ?? (await version()),
          by: 'anna',
        }),
      takeBack: (email: string) => takeBackEmail(shop, { orderId: id, email, by: 'bob' }),
      /** Ends the time in which it can be taken back. */
      send: async () => {
        await place.run(`update emails set not_before = '${databaseTime(-1)}'
          where kind like 'written %' or kind like 'missed %'`);
        await deliverEmails(shop);
      },
      inbox: async (): Promise<string> => (await fetch(`${opened.mail}/practice/inbox`)).text(),
      kinds: async () =>
        (await booked()).trail
          .filter(({ kind }) => kind === 'email-written' || kind === 'email-taken-back')
          .map(({ kind, personId }) => `${kind} ${personId}`),
    };
  }

  test('once for each form, with who and when, in the shop’s frame', async () => {
    const { write, send, inbox, booked, version, kinds, takeBack } = await open();
    const shown = await version();
    expect(await write(' \n\t', shown)).toEqual({ problem: 'Please write something.' });
    expect(await write('x'.repeat(2001), shown)).toMatchObject({
      problem: expect.stringContaining('2000 fit'),
    });
    const pressed = await Promise.all([
      write(WORDS, shown, 'missed'),
      write(WORDS, shown, 'missed'),
    ]);
    expect(pressed.sort()).toEqual(['unchanged', 'written']);
    // Another device.
    expect(await write('Other words', shown)).toBe('conflict');
    expect(await kinds()).toEqual(['email-written anna']);

    await send();
    const emails = await inbox();
    expect(emails.match(/We missed you: your order/g)?.length).toBeGreaterThan(0);
    expect(emails).toContain('We saw no <b>Ada</b> today.\\n\\nShall we keep it?');
    expect(emails).toContain('We saw no &lt;b&gt;Ada&lt;/b&gt; today.<br><br>Shall we keep it?');
    expect(await takeBack('missed 1')).toBe('sent');
    expect(await write(WORDS, shown, 'missed')).toBe('unchanged');
    expect((await booked()).emails).toContainEqual(
      expect.objectContaining({ kind: 'missed 1', state: 'sent', words: WORDS }),
    );
  });

  test('and take it back before it is sent; a form from before sends nothing', async () => {
    const { write, version, takeBack, send, inbox, kinds } = await open();
    const shown = await version();
    expect(await write(WORDS, shown)).toBe('written');
    expect(await takeBack('written 1')).toBe('taken-back');
    expect(await takeBack('written 1')).toBe('unchanged');
    expect(await write(WORDS, shown)).toBe('conflict');
    await send();
    expect(await inbox()).not.toContain('We saw no');
    expect(await kinds()).toEqual(['email-written anna', 'email-taken-back bob']);
    expect(await write(WORDS)).toBe('written');
  });

  test('also about an order that is cancelled, or never paid, which has no link', async () => {
    const paid = await open();
    await cancelOrder(paid.shop, { orderId: paid.id, by: 'anna' });
    expect(await paid.write(WORDS)).toBe('written');
    await paid.send();
    expect(await paid.inbox()).toMatch(/About your order.*\/my-order\//);

    const { write, send, inbox } = await open({ isPaid: false });
    expect(await write(WORDS)).toBe('written');
    await send();
    expect(await inbox()).toContain('About your order');
    expect(await inbox()).not.toContain('/my-order/');
  });

  test('but not once the name was removed, and no words are left', async () => {
    const { place, shop, id, write, booked, send } = await open();
    await write('About Augusta');
    await send();
    await write('Again about Augusta');
    await deliverEmails(shop);
    expect(await place.dump()).toContain('Augusta');
    expect(await anonymiseOrder(shop.db, id)).toBe(true);
    expect((await booked()).emails.filter(({ words }) => words !== null)).toEqual([]);
    expect(await place.dump()).not.toContain('Augusta');
    expect(await write('More')).toBe('unknown');
  });
});
