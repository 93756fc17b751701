import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { addDays, londonTime } from '#domain/calendar/days.ts';
import { plusSeconds } from '#domain/clock.ts';
import { PhoneItem } from '#domain/orders/phone-item.ts';
import type { NotificationChoices } from '#domain/staff/notifications.ts';
import type { Role } from '#domain/staff/person.ts';
import { startPracticePush } from '#practice/push/start.ts';
import { alertOwner } from '#server/emails/alert-owner.ts';
import { planEmails } from '#server/emails/queue.ts';
import { addOrder } from '#server/orders/add.ts';
import { addByStaff } from '#server/orders/add-by-staff.ts';
import { raiseIncident } from '#server/orders/incidents.ts';
import { fundOrder } from '#server/orders/pay.ts';
import { recordEvent } from '#server/orders/trail.ts';
import { type Shop, todayAt } from '#server/shop.ts';
import { addPerson, disablePerson } from '#server/staff/people.ts';
import { signOut } from '#server/staff/sessions.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { sampleFreeLine, sampleItem, sampleOrder } from '#test/samples.ts';
import { shopOn } from '#test/shop-on.ts';
import { postPractice } from '../../harness/practice-services.ts';
import { deliverPushes } from './deliver.ts';
import { publicKeyOf } from './encrypt.ts';
import { planPushes } from './plan.ts';
import {
  keepSubscription,
  listSubscriptions,
  removeDeadSubscriptions,
  renewSubscription,
  saveChoices,
  testNotifications,
} from './subscriptions.ts';

const Sent = z.object({
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
});
const Received = z.array(
  z.object({ headers: z.record(z.string(), z.string()), bytes: z.number(), text: z.string() }),
);
const Text = z.object({ title: z.string(), body: z.string(), path: z.string(), tag: z.string() });
/** What a browser tells a copy by. */
const Copy = z.object({ copy: z.string() });

const ALL: NotificationChoices = { unwanted: [], quiet: null };
const INCIDENTS_ALONE: NotificationChoices = {
  unwanted: ['orders', 'changes', 'requests'],
  quiet: null,
};

describe.each(bothDatabases)('pushes on $name', ({ fresh }) => {
  async function open() {
    const place = await fresh();
    const push = await startPracticePush({ port: 0, publicHost: '127.0.0.1' });
    onTestFinished(() => push.close());
    const open = async () => {
      // No e-mail goes out.
      const mailer = { send: async () => ({ ok: false, reason: 'status 403' }) as const };
      const shop = shopOn(await place.open(), { mailer });
      return { ...shop, push: { ...shop.push, practice: push.origin } };
    };
    const [shop, ...others] = [await open(), await open()];

    /** A person with a browser of the practice service. */
    async function addDevice(role: Role, choices?: NotificationChoices) {
      const person = { id: randomUUID(), name: 'Kit', email: `${randomUUID()}@example.org`, role };
      await addPerson(shop.db, person, shop.clock.now());
      if (choices) await saveChoices(shop, person.id, choices);
      const applicationServerKey = publicKeyOf(shop.push.key);
      const sent = Sent.parse(await postPractice(push.origin, 'devices', { applicationServerKey }));
      const session = randomUUID();
      const owner = { personId: person.id, sessionId: session, device: 'Chrome on Android' };
      expect(await keepSubscription(shop, sent, owner)).toBe('kept');
      const id = sent.endpoint.split('/').at(-1) ?? '';
      return {
        person,
        session,
        sent,
        owner,
        switchTo: (mode: string) => postPractice(push.origin, `devices/${id}`, { mode }),
        async received() {
          const response = await fetch(`${push.origin}/practice/devices/${id}/pushes`);
          return Received.parse(await response.json()).toReversed();
        },
        async texts() {
          return (await this.received()).map(({ text }) => Text.parse(JSON.parse(text)));
        },
        async titles() {
          return (await this.texts()).map(({ title }) => title);
        },
      };
    }

    /** A paid order. */
    async function order(on: Shop = shop) {
      const placed = sampleOrder();
      const added = await addOrder(on, placed);
      expect(await fundOrder(on, placed.id)).toBe(true);
      if (!added.ok) throw new Error('It was not added.');
      return added.order;
    }

    /** All pauses and leases are over. */
    const pass = () => place.run("update push_subscriptions set next_attempt_at = ''");
    return { place, shop, others, addDevice, order, pass };
  }

  test('of an order go to everybody once, from two servers, with what each may see', async () => {
    const { shop, others, addDevice, order, pass } = await open();
    const owner = await addDevice('owner');
    const kitchen = await addDevice('kitchen');
    const uninterested = await addDevice('owner', INCIDENTS_ALONE);
    const { id, number, customer } = await order();
    await Promise.all([shop, ...others, shop, ...others].map((each) => deliverPushes(each)));
    await pass();
    expect(await deliverPushes(shop)).toBe(0);

    expect(await owner.texts()).toEqual([
      {
        title: expect.stringMatching(/^New order for \w+ \d+ \w+, £96$/),
        body: `Order ${number}`,
        path: `/owner/orders/${number}`,
        tag: id,
      },
    ]);
    expect(await kitchen.titles()).toEqual([expect.stringMatching(/^New order for \w+ \d+ \w+$/)]);
    expect(await uninterested.titles()).toEqual([]);
    // Their next failure is the first.
    const failures = await shop.db.selectFrom('push_subscriptions').select('failures').execute();
    expect(failures).toEqual([{ failures: 0 }, { failures: 0 }, { failures: 0 }]);

    const [received] = await owner.received();
    for (const personal of [customer.name, customer.email, customer.phone, id, number]) {
      expect(JSON.stringify(received?.headers)).not.toContain(personal);
    }
    for (const personal of [customer.name, customer.email, customer.phone]) {
      expect(received?.text).not.toContain(personal);
    }
    expect(received?.bytes).toBe((await kitchen.received())[0]?.bytes);
  });

  test('of later news replace what waits, and a new order stays one', async () => {
    const { shop, addDevice, order } = await open();
    const device = await addDevice('owner', ALL);
    const { id } = await order();
    const facts = { addition: randomUUID(), amount: 100, positions: [1], optionsOf: [] };
    await recordEvent(shop.db, [id], { kind: 'added', actor: 'customer', facts });
    await planEmails(shop.db, id, [{ kind: 'customer-added 1 1' }]);
    await deliverPushes(shop);
    await planEmails(shop.db, id, [{ kind: 'customer-changed 2 0' }]);
    await planEmails(shop.db, id, [{ kind: 'customer-added 2 1' }]);
    await deliverPushes(shop);
    await planEmails(shop.db, id, [{ kind: 'customer-changed 3 0' }]);
    await planEmails(shop.db, id, [{ kind: 'customer-requests 1' }]);
    await deliverPushes(shop);
    expect((await device.texts()).map(({ title, tag }) => [title.split(' for ')[0], tag])).toEqual([
      ['New order', id],
      ['A customer added to the order', id],
      ['A customer asks to cancel the order', id],
    ]);
    // Each is news, and no copy of what is shown: the phone rings again.
    const copies = (await device.received()).map(({ text }) => Copy.parse(JSON.parse(text)).copy);
    expect(new Set(copies).size).toBe(3);
    // For the push service too, one replaces the other, whatever it is about.
    const topics = (await device.received()).map(({ headers }) => headers.topic);
    expect(new Set(topics).size).toBe(1);
    await order();
    await deliverPushes(shop);
    expect((await device.received()).at(-1)?.headers.topic).not.toBe(topics[0]);
  });

  test('of phone orders say what was paid of them', async () => {
    const { shop, addDevice } = await open();
    const device = await addDevice('owner');
    const placed = sampleOrder({
      state: 'agreed',
      items: [sampleFreeLine()],
      total: 4_000,
      deposit: 1_000,
    });
    await addOrder(shop, placed, { phone: { by: 'anna', emails: [] } });
    await fundOrder(shop, placed.id, { now: shop.clock.now() });
    await deliverPushes(shop);
    await fundOrder(shop, placed.id, { now: shop.clock.now() });
    await deliverPushes(shop);
    expect(await device.titles()).toEqual([
      expect.stringMatching(/^Deposit paid for .+, £10 of £40$/),
      expect.stringMatching(/^Paid: order for .+, £40$/),
    ]);
  });

  test('of a new order to which staff have added say that it is paid, and of how much', async () => {
    const { shop, addDevice } = await open();
    const device = await addDevice('owner');
    const day = addDays(todayAt(shop), 1);
    const placed = sampleOrder({ items: [sampleItem({ day })], total: 4_800 });
    await addOrder(shop, placed);
    await fundOrder(shop, placed.id);
    const { title, price, units, message, allergens } = { ...sampleFreeLine(), price: 600 };
    const topper = PhoneItem.parse({
      ...{ cakeId: null, kind: 'personal-touch', day },
      ...{ title, price, units, message, allergens },
    });
    const addition = { id: randomUUID(), orderId: placed.id, day, items: [topper], by: 'anna' };
    expect(await addByStaff(shop, addition, true)).toEqual({ ok: true, isChanged: true });
    await deliverPushes(shop);
    expect(await device.titles()).toEqual([
      expect.stringMatching(/^Paid: order for .+, £48 of £54$/),
    ]);
  });

  test('wait for the end of the quiet hours, but not a test', async () => {
    const { shop, addDevice, order, pass } = await open();
    const now = shop.clock.now();
    // Longer than the hour that comes twice in the night in which the clocks go back.
    const hours = 3 * 3_600;
    const quiet = {
      from: londonTime(plusSeconds(now, -hours)),
      until: londonTime(plusSeconds(now, hours)),
    };
    const device = await addDevice('owner', { ...ALL, quiet });
    await order();
    expect(await testNotifications(shop, device.person.id)).toEqual({ count: 1, failed: 0 });
    await deliverPushes(shop);
    expect(await device.titles()).toEqual(['Notifications arrive here.']);
    expect(await testNotifications(shop, device.person.id)).toEqual({ count: 1, failed: 0 });
    await deliverPushes(shop);
    expect(await device.titles()).toHaveLength(2);
    await pass();
    await deliverPushes(shop);
    expect(await device.titles()).toHaveLength(2);
    const later = { now: () => plusSeconds(shop.clock.now(), hours + 60) };
    await saveChoices(shop, device.person.id, { ...ALL, quiet });
    await deliverPushes({ ...shop, clock: later });
    expect(await device.titles()).toHaveLength(3);
  });

  test('go to all at once: no service is waited for before another is asked', async () => {
    const { place, shop, addDevice, order } = await open();
    const people = [];
    for (let each = 0; each < 3; each += 1) people.push((await addDevice('owner')).person);
    const asked: ServerResponse[] = [];
    // Answers nobody before all have asked.
    const service = createServer((_, response) => {
      asked.push(response);
      if (asked.length === people.length) for (const each of asked) each.writeHead(201).end();
    }).listen(0, '127.0.0.1');
    onTestFinished(() => void service.close());
    await once(service, 'listening');
    const { port } = z.object({ port: z.number() }).parse(service.address());
    await place.run(
      `update push_subscriptions set endpoint = 'http://127.0.0.1:${port}/' || person_id`,
    );
    await order();
    await deliverPushes(shop);
    for (const { id } of people) {
      const accepted = { failingSince: null, sentAt: expect.any(String) };
      expect(await listSubscriptions(shop, id)).toMatchObject([accepted]);
    }
  });

  test('to a dead, a slow and two failing services keep nobody else’s, and none is sent twice', async () => {
    const { shop, addDevice, order, pass } = await open();
    const devices = [];
    for (const mode of ['works', 'gone', 'slow', '500', 'hangs-up']) {
      const device = await addDevice('owner');
      await device.switchTo(mode);
      devices.push(device);
    }
    const [works, gone, ...failing] = devices;
    const subscriptions = async (device = works) =>
      listSubscriptions(shop, device?.person.id ?? '');
    await order();
    await deliverPushes(shop);
    expect(await works?.titles()).toHaveLength(1);
    expect(await subscriptions(gone)).toEqual([]);
    expect(await subscriptions()).toMatchObject([{ failingSince: null }]);
    for (const device of failing.slice(1)) {
      const tested = await testNotifications(shop, device.person.id);
      expect(tested).toEqual({ count: 1, failed: 1 });
    }
    for (const device of failing) {
      expect(await subscriptions(device)).toMatchObject([{ failingSince: expect.any(String) }]);
      await device.switchTo('works');
    }
    await pass();
    expect(await deliverPushes(shop)).toBe(failing.length);
    await pass();
    expect(await deliverPushes(shop)).toBe(0);
    expect(await works?.titles()).toHaveLength(1);
    const [slow, ...others] = failing;
    for (const device of others) {
      expect(await device.titles()).toHaveLength(1);
      expect(await subscriptions(device)).toMatchObject([{ failingSince: null }]);
    }
    // It had taken the first one too late to say so: the browser replaces it by its copy.
    const copies = (await slow?.received())?.map(({ text }) => text);
    expect(copies).toHaveLength(2);
    expect(copies?.[1]).toBe(copies?.[0]);
  });

  test('a test that is taken ends a failure, and a dead subscription goes with it', async () => {
    const { shop, addDevice, order } = await open();
    const device = await addDevice('owner');
    const { id } = device.person;
    await device.switchTo('500');
    await order();
    await deliverPushes(shop);
    expect(await listSubscriptions(shop, id)).toMatchObject([{ failingSince: expect.any(String) }]);
    await device.switchTo('works');
    expect(await testNotifications(shop, id)).toEqual({ count: 1, failed: 0 });
    const accepted = { failingSince: null, sentAt: expect.any(String) };
    expect(await listSubscriptions(shop, id)).toMatchObject([accepted]);
    // What waited is due at once.
    expect(await deliverPushes(shop)).toBe(1);
    await device.switchTo('gone');
    expect(await testNotifications(shop, id)).toEqual({ count: 1, failed: 1 });
    expect(await listSubscriptions(shop, id)).toEqual([]);
  });

  test('that wait go in one round, and one that breaks does not stop the others', async () => {
    const { place, shop, addDevice, order, pass } = await open();
    const devices = [await addDevice('owner', ALL), await addDevice('owner', ALL)];
    await place.run('alter table requests rename to gone');
    await planPushes(shop.db, { about: randomUUID(), kind: 'request' });
    const orders = [await order(), await order(), await order()];
    await deliverPushes(shop);
    for (const device of devices) {
      const tags = (await device.texts()).map(({ tag }) => tag);
      expect(tags.sort()).toEqual(orders.map(({ id }) => id).sort());
    }
    await place.run('alter table gone rename to requests');
    await pass();
    expect(await deliverPushes(shop)).toBe(devices.length);
    await pass();
    expect(await deliverPushes(shop)).toBe(0);
  });

  test('that cannot be read are sent later, and the server goes on', async () => {
    const { place, shop, addDevice, order, pass } = await open();
    const devices = [await addDevice('owner'), await addDevice('owner')];
    await order();
    await place.run('alter table people rename to gone');
    await deliverPushes(shop);
    await place.run('alter table gone rename to people');
    await pass();
    await deliverPushes(shop);
    for (const device of devices) expect(await device.titles()).toHaveLength(1);
  });

  test('that wait behind one that a service refuses are sent later, once each', async () => {
    const { shop, addDevice, order, pass } = await open();
    const device = await addDevice('owner');
    await order();
    await deliverPushes(shop);
    await device.switchTo('500');
    await order();
    await order();
    await deliverPushes(shop);
    const [failing] = await listSubscriptions(shop, device.person.id);
    expect(failing).toMatchObject({ sentAt: expect.any(String), failingSince: expect.any(String) });
    await device.switchTo('works');
    expect(await deliverPushes(shop)).toBe(0);
    await pass();
    await deliverPushes(shop);
    await pass();
    expect(await deliverPushes(shop)).toBe(0);
    expect(new Set((await device.texts()).map(({ tag }) => tag)).size).toBe(3);
    expect(await device.received()).toHaveLength(3);
  });

  test('of an incident go to owners, once, also while no e-mail goes out', async () => {
    const { place, shop, others, addDevice, order } = await open();
    const owner = await addDevice('owner', INCIDENTS_ALONE);
    const counter = await addDevice('counter', INCIDENTS_ALONE);
    const { id } = await order();
    await place.run(
      "update emails set attempts = 3, last_error = 'status 403', failing_since = '2026-01-01T00:00:00.000Z'",
    );
    await raiseIncident(shop, { kind: 'late-payment', subject: id, orderId: id, facts: {} });
    await raiseIncident(shop, { kind: 'cancel-requested', subject: id, orderId: id, facts: {} });
    await Promise.all([shop, ...others, shop].map((each) => alertOwner(each)));
    for (let round = 0; round < 3; round += 1) await deliverPushes(shop);
    const titles = ['An order was paid late.', 'E-mails are not going out.'];
    expect((await owner.titles()).sort()).toEqual(titles);
    expect(await counter.titles()).toEqual([]);
  });

  test('of what a person was not offered before go to one who is promoted', async () => {
    const { place, shop, addDevice, order } = await open();
    const device = await addDevice('kitchen', {
      unwanted: ['orders', 'changes'],
      quiet: null,
    });
    const { id } = await order();
    await place.run(`update people set role = 'owner' where id = '${device.person.id}'`);
    await raiseIncident(shop, { kind: 'late-payment', subject: id, orderId: id, facts: {} });
    await alertOwner(shop);
    await deliverPushes(shop);
    expect(await device.titles()).toEqual(['An order was paid late.']);
  });

  test('end when a device is signed out, a person is disabled or a month has failed', async () => {
    const { place, shop, addDevice, order } = await open();
    const [signedOut, disabled, failed, kept] = [
      await addDevice('owner'),
      await addDevice('counter'),
      await addDevice('kitchen'),
      await addDevice('owner'),
    ];
    await order();
    await signOut(shop, signedOut.session);
    await disablePerson(shop, disabled.person.id);
    await place.run(
      `update push_subscriptions set failing_since = '2020-01-01T00:00:00.000Z'
        where person_id = '${failed.person.id}'`,
    );
    await removeDeadSubscriptions(shop.db);
    await deliverPushes(shop);
    for (const device of [signedOut, disabled, failed]) expect(await device.titles()).toEqual([]);
    expect(await kept.titles()).toHaveLength(1);

    // A browser that comes back learns that it was removed, and another person's takes it over.
    expect(await renewSubscription(shop, signedOut.sent, signedOut.owner)).toBe(false);
    expect(await renewSubscription(shop, kept.sent, signedOut.owner)).toBe(true);
    expect(await listSubscriptions(shop, kept.person.id)).toEqual([]);
    expect(await listSubscriptions(shop, signedOut.person.id)).toHaveLength(1);
  });

  test('go to push services alone, and to keys that a browser can have', async () => {
    const { shop, addDevice } = await open();
    const { sent, owner } = await addDevice('owner');
    for (const endpoint of [
      'http://fcm.googleapis.com/fcm/send/1',
      'https://fcm.googleapis.com.attacker.example/1',
      'https://127.0.0.1/1',
      'https://user:secret@metadata.internal/1',
    ]) {
      expect(await keepSubscription(shop, { ...sent, endpoint }, owner)).toBe('unknown-service');
    }
    const known = 'https://updates.push.services.mozilla.com/wpush/v2/1';
    expect(await keepSubscription(shop, { ...sent, endpoint: known }, owner)).toBe('kept');
    for (const broken of [
      { ...sent, endpoint: 'javascript:1' },
      { ...sent, keys: { ...sent.keys, auth: 'short' } },
      {
        ...sent,
        keys: { ...sent.keys, p256dh: sent.keys.p256dh.replace(/.{20}$/, 'A'.repeat(20)) },
      },
      {},
    ]) {
      const result = await keepSubscription(shop, broken, owner);
      expect(['invalid', 'unknown-service']).toContain(result);
    }
    expect(await listSubscriptions(shop, owner.personId)).toHaveLength(2);
    for (let each = 0; each < 12; each += 1) {
      await keepSubscription(shop, { ...sent, endpoint: `${known}${each}` }, owner);
    }
    expect(await listSubscriptions(shop, owner.personId)).toHaveLength(10);
  });
});
