import { describe, expect, test } from 'vitest';
import { deliverEmails } from '#server/emails/deliver.ts';
import { anonymiseOrder } from '#server/orders/anonymise.ts';
import { bookedOrder } from '#server/orders/book.ts';
import { cancelOrder } from '#server/orders/cancel.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { customer } from '#test/customer.ts';
import { databaseTime } from '#test/outbox-time.ts';
import { openTestShop } from '#test/test-shop.ts';
import { takeBackEmail, writeEmail } from './written.ts';

const CAKE = 'berry-drip-cake';
const WORDS = 'We saw no <b>Ada</b> today.\n\nShall we keep it?';

describe.each(bothDatabases)('staff write to a customer on $name', ({ stocked }) => {
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
    const booked = async () => {
      const found = await bookedOrder(shop, id);
      if (!found) throw new Error('The order is gone.');
      return found;
    };
    return {
      place,
      shop,
      id,
      booked,
      write: (words: string, seen: number, kind: 'written' | 'missed' = 'written') =>
        writeEmail(shop, { orderId: id, kind, words, seen, by: 'anna' }),
      takeBack: (number: number) => takeBackEmail(shop, { orderId: id, number, by: 'bob' }),
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
    const { write, send, inbox, booked, kinds, takeBack } = await open();
    expect(await write(' \n\t', 0)).toEqual({ problem: 'Please write something.' });
    expect(await write('x'.repeat(2001), 0)).toMatchObject({
      problem: expect.stringContaining('2000 fit'),
    });
    const pressed = await Promise.all([write(WORDS, 0, 'missed'), write(WORDS, 0, 'missed')]);
    expect(pressed.sort()).toEqual(['unchanged', 'written']);
    // Another device.
    expect(await write('Other words', 0)).toBe('conflict');
    expect(await kinds()).toEqual(['email-written anna']);

    await send();
    const emails = await inbox();
    expect(emails.match(/We missed you: your order/g)?.length).toBeGreaterThan(0);
    expect(emails).toContain('We saw no <b>Ada</b> today.\\n\\nShall we keep it?');
    expect(emails).toContain('We saw no &lt;b&gt;Ada&lt;/b&gt; today.<br><br>Shall we keep it?');
    expect(await takeBack(1)).toBe('sent');
    expect(await write(WORDS, 0, 'missed')).toBe('unchanged');
    expect((await booked()).emails).toContainEqual(
      expect.objectContaining({ kind: 'missed 1', state: 'sent', words: WORDS }),
    );
  });

  test('and take it back before it is sent; a form from before sends nothing', async () => {
    const { write, takeBack, send, inbox, kinds } = await open();
    expect(await write(WORDS, 0)).toBe('written');
    expect(await takeBack(1)).toBe('taken-back');
    expect(await takeBack(1)).toBe('unchanged');
    expect(await takeBack(2)).toBe('unknown');
    expect(await write(WORDS, 0)).toBe('conflict');
    await send();
    expect(await inbox()).not.toContain('We saw no');
    expect(await kinds()).toEqual(['email-written anna', 'email-taken-back bob']);
    expect(await write(WORDS, 1)).toBe('written');
  });

  test('also about an order that is cancelled, or never paid, which has no link', async () => {
    const paid = await open();
    await cancelOrder(paid.shop, { orderId: paid.id, by: 'anna' });
    expect(await paid.write(WORDS, 0)).toBe('written');
    await paid.send();
    expect(await paid.inbox()).toMatch(/About your order.*\/my-order\//);

    const { write, send, inbox } = await open({ isPaid: false });
    expect(await write(WORDS, 0)).toBe('written');
    await send();
    expect(await inbox()).toContain('About your order');
    expect(await inbox()).not.toContain('/my-order/');
  });

  test('but not once the name was removed, and no words are left', async () => {
    const { place, shop, id, write, booked, send } = await open();
    await write('About Augusta', 0);
    await send();
    await write('Again about Augusta', 1);
    await deliverEmails(shop);
    expect(await place.dump()).toContain('Augusta');
    expect(await anonymiseOrder(shop.db, id)).toBe(true);
    expect((await booked()).emails.filter(({ words }) => words !== null)).toEqual([]);
    expect(await place.dump()).not.toContain('Augusta');
    expect(await write('More', 2)).toBe('unknown');
  });
});
