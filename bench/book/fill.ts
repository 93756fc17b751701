import type { DatabaseLocation } from '#server/db/open-database.ts';
import { queryDatabase } from '../../test/query-database.ts';
import { dialectOf } from '../growth/fill.ts';

/** The age of the oldest order. */
const DAYS = 200;

/**
 * Inserts orders as of a busy shop: all with names and two e-mails, one in ten with two days, most of
 * before collected, a few missed, refunded, unpaid or not ticked off.
 */
export async function fillBook(where: DatabaseLocation, count: number): Promise<void> {
  const { uuid, instant, day } = dialectOf(where);
  const hours = `number * ${DAYS * 24}.0 / ${count}`;
  const isPaid = 'number % 50 not in (0, 1)';
  /** Three to four weeks ahead of the placing. */
  const collected = (more: number) => day(`24 * (3 + number % 25 + ${more}) - ${hours}`);
  const event = (kind: string, facts: string) =>
    `insert into order_events (order_id, at, actor, kind, facts)
      select id, ${instant(hours)}, 'shop', '${kind}', '${facts}' from numbered`;
  const item = (position: number, message: string) =>
    `insert into order_items (order_id, position, cake_id, size_id, api, title, img, size, slices, price, vat_rate, points, message, day, allergens)
      select id, ${position}, 'berry-drip-cake', 'berry-drip-cake-6', 'price', 'Berry Drip Cake', 'berry-drip-cake.jpg', '6',
        '8–10', 4800, 0, 1, ${message}, ${collected(position)}, '["Eggs","Dairy","Gluten"]'
      from numbered`;
  const email = (kind: string, recipient = 'customer') =>
    `insert into emails (order_id, kind, recipient, not_before, attempts, next_attempt_at, revision, sent_at)
      select id, ${kind}, '${recipient}', '', 1, '', 0, ${instant(hours)} from numbered where ${isPaid}`;
  const statements = [
    `create table numbered as
      with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < ${count})
      select ${uuid} as id, number from numbers`,
    `insert into orders (id, state, name, email, phone, total, placed_at, pay_by, checkout_id, number, search)
      select id, case when ${isPaid} then 'paid' when number < 100 then 'placed' else 'expired' end,
        case number % 4 when 0 then 'Zoë Straße ' when 1 then 'Ada Lovelace ' when 2 then 'Grace Hopper ' else 'Augusta King ' end || number,
        'ada@example.org', '07700 9' || (10000 + number), 9600, ${instant(hours)}, ${instant(`${hours} - 1`)},
        'cs_test_' || number, 'N' || number,
        'N' || number || case number % 4 when 0 then ' ZOE STRASSE ' when 1 then ' ADA LOVELACE ' when 2 then ' GRACE HOPPER ' else ' AUGUSTA KING ' end
          || number || ' HAPPY BIRTHDAY NR. ' || number || ' 077009' || (10000 + number)
      from numbered`,
    `insert into reversals (order_id, id, kind, provider_id, amount, is_pending, state, at)
      select id, 're_' || number, 'refund', 're_' || number, 100, 0, 'succeeded', '2026-11-20T12:00:00.000Z'
      from numbered where number % 83 = 0`,
    item(0, `'Happy Birthday Nr. ' || number`),
    `${item(1, `''`)} where number % 10 = 0`,
    `insert into collections (order_id, day, fulfilment, at)
      select id, ${collected(0)}, case when number % 97 = 0 then 'missed' else 'collected' end, ${instant(hours)}
      from numbered where ${isPaid} and ${collected(0)} < ${day('0')} and number % 30 <> 7`,
    `insert into collections (order_id, day, fulfilment, at)
      select id, ${collected(0)}, 'ready', ${instant(hours)}
      from numbered where ${isPaid} and ${collected(0)} = ${day('0')} and number % 2 = 0`,
    event('placed', '{"total":9600}'),
    ...['funded', 'notified'].map((kind) => `${event(kind, '{}')} where ${isPaid}`),
    email(`'cafe'`, 'cafe'),
    email(`'confirmation'`),
    email(`'reminder ' || ${collected(0)}`),
    'drop table numbered',
  ];
  for (const statement of statements) await queryDatabase(where, statement);
  if (where.databaseUrl) await queryDatabase(where, 'vacuum analyze');
}
