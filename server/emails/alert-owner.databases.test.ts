import { describe, expect, test } from 'vitest';
import { plusSeconds } from '#domain/clock.ts';
import { postponeEmail } from '#server/emails/queue.ts';
import { addOrder } from '#server/orders/add.ts';
import { raiseIncident } from '#server/orders/incidents.ts';
import { fundOrder } from '#server/orders/pay.ts';
import { bothDatabases } from '#test/both-databases.ts';
import { openMailService } from '#test/mail-service.ts';
import type { OpenDatabase } from '#test/open-database.ts';
import { claim, databaseTime } from '#test/outbox-time.ts';
import { recordingLog } from '#test/recording-log.ts';
import { sampleItem, sampleOrder } from '#test/samples.ts';
import { shopOn } from '#test/shop-on.ts';
import { alertOwner } from './alert-owner.ts';

const DAY_SECONDS = 24 * 60 * 60;
const CUSTOMER = { name: 'Zuleika', email: 'zuleika@example.org', phone: '020 7946 0777' };
const MESSAGE = 'Happy Birthday';

describe.each(bothDatabases)('alerts on $name', ({ fresh }) => {
  async function open() {
    const place = await fresh();
    const database = await place.open();
    const { service, mailer } = await openMailService();
    const { log, errors } = recordingLog();
    const server = { freeBytes: 1e12, now: new Date().toISOString() };
    const services = {
      mailer,
      emailSpacingSeconds: 0,
      freeDiskBytes: async () => server.freeBytes,
      clock: { now: () => server.now },
      log,
    };
    const alert = (on: OpenDatabase = database) => alertOwner(shopOn(on, services));
    const addPaid = async () => {
      const order = sampleOrder({ customer: CUSTOMER, items: [sampleItem({ message: MESSAGE })] });
      await addOrder(database, order);
      await fundOrder(database, order.id);
      return order;
    };
    const raise = async (subject: string) => {
      const order = await addPaid();
      await raiseIncident(
        { ...database, log },
        { kind: 'late-payment', subject, orderId: order.id, facts: { checkout: subject } },
      );
      return order;
    };
    /** Lets so many seconds pass for claims. */
    const pass = (seconds: number) =>
      place.run(`update alerts set next_attempt_at = '${databaseTime(-seconds)}'`);
    const askToCancel = (orderId: string) =>
      raiseIncident(
        { ...database, log },
        { kind: 'cancel-requested', subject: orderId, orderId, facts: {} },
      );
    return { place, database, service, errors, alert, addPaid, raise, askToCancel, pass, server };
  }

  test('tell of a disk that is nearly full, once a day', async () => {
    const { service, alert, server } = await open();
    server.freeBytes = 499e6;
    await alert();
    await alert();
    expect(service.emails).toHaveLength(1);
    expect(service.emails[0]?.orderText).toContain('The disk of the shop’s server is nearly full.');
    server.now = plusSeconds(server.now, DAY_SECONDS);
    await alert();
    expect(service.emails).toHaveLength(2);
  });

  test('go out once for each incident, from one of the servers, with no personal data', async () => {
    const { place, service, alert, addPaid, raise, askToCancel, pass } = await open();
    // The customer's own e-mail says so.
    await askToCancel((await addPaid()).id);
    await alert();
    expect(service.emails).toEqual([]);
    const orders = [await raise('cs_1'), await raise('cs_2')];
    const other = await place.open();
    await Promise.all([alert(), alert(other), alert(), alert(other)]);
    const [email] = service.emails;
    expect(service.emails).toHaveLength(1);
    expect(email?.subject).toBe('Battenberg: 2 problems need you');
    for (const { number } of orders) {
      expect(email?.orderText).toContain(`An order was paid late. Order ${number}. It was paid `);
    }
    expect(email?.orderText).toContain('https://cafe.example/owner/needs-you');
    const secrets = [...Object.values(CUSTOMER), MESSAGE, ...orders.map(({ id }) => id)];
    for (const secret of secrets) expect(JSON.stringify(email)).not.toContain(secret);

    await pass(9_999);
    await alert();
    expect(service.emails).toHaveLength(1);
    await raise('cs_3');
    await alert();
    expect(service.emails.map(({ subject }) => subject).slice(1)).toEqual([
      'Battenberg: a problem needs you',
    ]);
  });

  test('tell once of e-mails that are not accepted, however many there are', async () => {
    const { database, service, alert, addPaid } = await open();
    const fail = async () => {
      const emails = await claim(database, 10);
      for (const email of emails) await postponeEmail(database.db, email, 900, 'status 403');
    };
    await alert();
    expect(service.emails).toEqual([]);
    await addPaid();
    await addPaid();
    await fail();
    await alert();
    await addPaid();
    await fail();
    await alert();
    expect(service.emails).toHaveLength(1);
    expect(service.emails[0]?.orderText).toContain('E-mails are not going out. EmailJS does not');
    expect(JSON.stringify(service.emails)).not.toContain(CUSTOMER.name);
  });

  test('that are not accepted are sent again until they are, and then no more', async () => {
    const { service, errors, alert, raise, pass } = await open();
    service.respond = (response) => response.writeHead(500).end();
    await raise('cs_1');
    for (let round = 0; round < 8; round += 1) {
      await alert();
      await alert();
      await pass(1);
    }
    expect(service.emails).toHaveLength(8);
    expect(errors().map(({ message }) => message)).toContain('the alert was not sent');
    service.respond = (response) => response.writeHead(200).end('OK');
    for (let round = 0; round < 3; round += 1) {
      await alert();
      await pass(1);
    }
    expect(service.emails).toHaveLength(9);
  });
});
