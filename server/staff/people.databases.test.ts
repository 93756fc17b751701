import { createECDH, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { plusSeconds } from '#domain/clock.ts';
import { backUpSqlite, restoreSqlite } from '#server/commands/sqlite-backup.ts';
import { keepSubscription, listSubscriptions } from '#server/push/subscriptions.ts';
import { bothDatabases, stockedSqlite } from '#test/both-databases.ts';
import { backUpPostgres, restorePostgres } from '#test/postgres.ts';
import { backupFile } from '#test/shop-command.ts';
import { signInAs } from '#test/staff.ts';
import { openTestShop } from '#test/test-shop.ts';
import { isCalendarFeed, makeCalendarFeed } from './calendar-feed.ts';
import {
  disablePerson,
  enablePerson,
  invitePerson,
  listPeople,
  maintainStaff,
  setRole,
} from './people.ts';
import { findSession } from './sessions.ts';
import {
  keepRecoveryCodes,
  makeLink,
  makeRecoveryCodes,
  readFirstSteps,
  readRecoveryCodes,
  requestCode,
  signInByLink,
  signInByRecoveryCode,
} from './sign-in.ts';

const DEVICE = 'Chrome on Android';
const DAY = 24 * 60 * 60;

describe.each(bothDatabases)('people on $name', ({ stocked }) => {
  test('who are disabled are refused at the next request of each server, whatever they sign in with', async () => {
    const { where } = await stocked();
    const { shops, shop } = await openTestShop({ where, servers: 2, jobs: false });
    const owner = await signInAs(shop, 'owner');
    const { person, token } = await signInAs(shop, 'kitchen');
    const [recoveryCode = ''] = (await makeRecoveryCodes(shop, person.id, '')) ?? [];
    const link = await makeLink(shop, person.id);
    for (const each of shops) expect(await findSession(each, token)).toBeDefined();
    expect(await disablePerson(shops[1] ?? shop, person.id)).toBe(true);
    for (const each of shops) {
      expect(await findSession(each, token)).toBeUndefined();
      expect(await signInByRecoveryCode(each, recoveryCode, DEVICE)).toBeUndefined();
      expect(await signInByLink(each, link, DEVICE)).toBeUndefined();
      expect(await findSession(each, owner.token)).toBeDefined();
    }
    expect(await disablePerson(shop, person.id)).toBe(false);
    expect(await enablePerson(shop, person.id)).toBe(true);
    expect(await findSession(shop, token)).toBeUndefined();
  });

  test('always include an owner, also if the last two disable each other at once', async () => {
    const { where } = await stocked();
    const { shop, shops } = await openTestShop({ where, servers: 2, jobs: false });
    const owners = [await signInAs(shop, 'owner'), await signInAs(shop, 'owner')];
    await signInAs(shop, 'kitchen');
    const disabled = await Promise.all(
      owners.map(({ person }, turn) => disablePerson(shops[turn] ?? shop, person.id)),
    );
    expect(disabled.toSorted()).toEqual([false, true]);
  });

  test('who get another role sign in again, and always include an owner', async () => {
    const { where } = await stocked();
    const { shop, shops } = await openTestShop({ where, servers: 2, jobs: false });
    const owners = [await signInAs(shop, 'owner'), await signInAs(shop, 'owner')];
    const kit = await signInAs(shop, 'kitchen');
    const roleOf = async (id: string) =>
      (await listPeople(shop)).find((each) => each.id === id)?.role;
    expect(await setRole(shop, kit.person.id, 'kitchen')).toBe(false);
    expect(await findSession(shops[1] ?? shop, kit.token)).toBeDefined();
    expect(await setRole(shop, kit.person.id, 'owner')).toBe(true);
    expect(await findSession(shops[1] ?? shop, kit.token)).toBeUndefined();
    expect(await roleOf(kit.person.id)).toBe('owner');
    expect(await setRole(shop, kit.person.id, 'kitchen')).toBe(true);
    const changed = await Promise.all(
      owners.map(({ person }, turn) => setRole(shops[turn] ?? shop, person.id, 'kitchen')),
    );
    expect(changed.toSorted()).toEqual([false, true]);
    const roles = await Promise.all(owners.map(({ person }) => roleOf(person.id)));
    expect(roles.toSorted()).toEqual(['kitchen', 'owner']);
    await disablePerson(shop, kit.person.id);
    expect(await setRole(shop, kit.person.id, 'owner')).toBe(false);
  });

  test('sign in once by each of eight recovery codes, until they make new ones', async () => {
    const { where } = await stocked();
    const { shop } = await openTestShop({ where, jobs: false });
    const { person } = await signInAs(shop, 'owner');
    const codes = await makeRecoveryCodes(shop, person.id, '');
    expect(new Set(codes).size).toBe(8);
    const [first = '', second = ''] = codes ?? [];
    const signedIn = await signInByRecoveryCode(shop, first.replaceAll('-', ' '), DEVICE);
    expect((await findSession(shop, signedIn?.token ?? ''))?.person).toEqual(person);
    expect(await signInByRecoveryCode(shop, first, DEVICE)).toBeUndefined();
    const { left, set } = await readRecoveryCodes(shop, person.id);
    expect(left).toBe(7);
    // A form of before the codes were made: they have been printed.
    expect(await makeRecoveryCodes(shop, person.id, '')).toBeUndefined();
    expect(await makeRecoveryCodes(shop, person.id, set)).toHaveLength(8);
    expect(await makeRecoveryCodes(shop, person.id, set)).toBeUndefined();
    expect(await signInByRecoveryCode(shop, second, DEVICE)).toBeUndefined();
    expect((await readRecoveryCodes(shop, person.id)).left).toBe(8);
  });

  test('say that they have kept the codes that they have seen, and no others', async () => {
    const { where } = await stocked();
    const { shop } = await openTestShop({ where, jobs: false });
    const { id } = (await signInAs(shop, 'owner')).person;
    const hasKept = async () => (await readFirstSteps(shop, id)).hasKeptCodes;
    expect(await keepRecoveryCodes(shop, id, '')).toBe(false);
    await makeRecoveryCodes(shop, id, '');
    const { set } = await readRecoveryCodes(shop, id);
    expect(await hasKept()).toBe(false);
    expect(await keepRecoveryCodes(shop, id, set)).toBe(true);
    expect(await keepRecoveryCodes(shop, id, set)).toBe(true);
    expect(await hasKept()).toBe(true);
    await makeRecoveryCodes(shop, id, set);
    expect(await keepRecoveryCodes(shop, id, set)).toBe(false);
    expect(await hasKept()).toBe(false);
  });

  test('are invited once under an address, with a readable name and a known role', async () => {
    const { where } = await stocked();
    const { shop } = await openTestShop({ where, jobs: false });
    const kit = { name: 'Kit', email: 'kit@example.org', role: 'kitchen' };
    expect(await invitePerson(shop, kit)).toMatchObject({ ok: true, person: kit });
    const again = { ...kit, name: 'Kate', email: ' KIT@example.org ' };
    expect(await invitePerson(shop, again)).toEqual({ ok: false, reason: 'taken' });
    for (const wrong of [{ name: ' ' }, { name: 'a\nb' }, { email: 'kit' }, { role: 'admin' }]) {
      const result = await invitePerson(shop, { ...kit, email: 'new@example.org', ...wrong });
      expect(result).toMatchObject({ ok: false, reason: 'invalid' });
    }
    expect(await invitePerson(shop, { ...kit, email: ' ' })).toMatchObject({
      problems: { email: 'Please fill in an e-mail address.' },
    });
    expect((await listPeople(shop)).map(({ email }) => email)).toEqual([kit.email]);
  });

  test('lose name and address so many days after their access ended', async () => {
    let now = new Date().toISOString();
    const place = await stocked();
    const clock = { now: () => now };
    const { shop } = await openTestShop({ where: place.where, jobs: false, clock });
    await signInAs(shop, 'owner');
    const { person } = await signInAs(shop, 'kitchen');
    await requestCode(shop, person.email);
    await disablePerson(shop, person.id);
    now = plusSeconds(now, 29 * DAY);
    await maintainStaff(shop, 30);
    expect(await place.dump()).toContain(person.email);
    now = plusSeconds(now, 2 * DAY);
    await maintainStaff(shop, 30);
    const dump = await place.dump();
    expect(dump).not.toContain(person.email);
    expect(dump).not.toContain(`"${person.name}"`);
    expect(await listPeople(shop)).toHaveLength(1);
    expect(await enablePerson(shop, person.id)).toBe(false);
  });

  test('are signed out by a restore: sessions, calendar feeds and notifications that were ended since the backup do not return', async () => {
    const [before, after] = [await stocked(), await stocked()];
    const { shop } = await openTestShop({ where: before.where, jobs: false });
    const { person, token } = await signInAs(shop, 'owner');
    const feed = await makeCalendarFeed(shop, person.id);
    const phone = {
      endpoint: 'https://fcm.googleapis.com/fcm/send/phone',
      keys: {
        p256dh: createECDH('prime256v1').generateKeys('base64url'),
        auth: randomBytes(16).toString('base64url'),
      },
    };
    const sessionId = (await findSession(shop, token))?.id ?? '';
    const of = { personId: person.id, sessionId, device: DEVICE };
    expect(await keepSubscription(shop, phone, of)).toBe('kept');
    const file = await backupFile();
    const { databaseUrl, dataDir } = before.where;
    if (databaseUrl) {
      await backUpPostgres(databaseUrl, file);
      await restorePostgres(after.where.databaseUrl ?? '', file);
    } else {
      expect(await backUpSqlite(dataDir, file)).toBe('backed-up');
      expect(await restoreSqlite(after.where.dataDir, file, true)).toBe('restored');
    }
    const { shop: restored } = await openTestShop({ where: after.where, jobs: false });
    expect(await findSession(shop, token)).toBeDefined();
    expect(await isCalendarFeed(shop, feed)).toBe(true);
    expect(await findSession(restored, token)).toBeUndefined();
    expect(await isCalendarFeed(restored, feed)).toBe(false);
    expect(await listSubscriptions(shop, person.id)).toHaveLength(1);
    expect(await listSubscriptions(restored, person.id)).toEqual([]);
    expect(await listPeople(restored)).toMatchObject([person]);
  });
});

test('changes of people need a proof of the last ten minutes', async () => {
  let now = new Date().toISOString();
  const { where } = await stockedSqlite();
  const { shop } = await openTestShop({ where, jobs: false, clock: { now: () => now } });
  const { token } = await signInAs(shop, 'owner');
  expect(await findSession(shop, token)).toMatchObject({ isProved: true });
  now = plusSeconds(now, 10 * 60);
  expect(await findSession(shop, token)).toMatchObject({ isProved: false });
});
