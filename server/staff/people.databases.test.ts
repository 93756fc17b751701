import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { plusSeconds } from '#domain/clock.ts';
import { backUpSqlite, restoreSqlite } from '#server/db/backup-sqlite.ts';
import { bothDatabases, stockedSqlite } from '#test/both-databases.ts';
import { backUpPostgres, restorePostgres } from '#test/postgres.ts';
import { backupFile, inShop } from '#test/shop-command.ts';
import { signInAs } from '#test/staff.ts';
import { openTestShop } from '#test/test-shop.ts';

const DEVICE = 'Chrome on Android';
const DAY = 24 * 60 * 60;

describe.each(bothDatabases)('people on $name', ({ stocked }) => {
  test('who are disabled are refused at the next request of each server, whatever they sign in with', async () => {
    const { where } = await stocked();
    const { shops, shop } = await openTestShop({ where, servers: 2, jobs: false });
    const owner = await signInAs(shop, 'owner');
    const { person, token } = await signInAs(shop, 'kitchen');
    const [recoveryCode = ''] = (await shop.newRecoveryCodes(person.id, '')) ?? [];
    const link = await shop.addLink(person.id);
    for (const each of shops) expect(await each.findSession(token)).toBeDefined();
    expect(await shops[1]?.disablePerson(person.id)).toBe(true);
    for (const each of shops) {
      expect(await each.findSession(token)).toBeUndefined();
      expect(await each.signInByRecoveryCode(recoveryCode, DEVICE)).toBeUndefined();
      expect(await each.signInByLink(link, DEVICE)).toBeUndefined();
      expect(await each.findSession(owner.token)).toBeDefined();
    }
    expect(await shop.disablePerson(person.id)).toBe(false);
    expect(await shop.enablePerson(person.id)).toBe(true);
    expect(await shop.findSession(token)).toBeUndefined();
  });

  test('always include an owner, also if the last two disable each other at once', async () => {
    const { where } = await stocked();
    const { shop, shops } = await openTestShop({ where, servers: 2, jobs: false });
    const owners = [await signInAs(shop, 'owner'), await signInAs(shop, 'owner')];
    await signInAs(shop, 'kitchen');
    const disabled = await Promise.all(
      owners.map(({ person }, turn) => shops[turn]?.disablePerson(person.id)),
    );
    expect(disabled.toSorted()).toEqual([false, true]);
  });

  test('who get another role sign in again, and always include an owner', async () => {
    const { where } = await stocked();
    const { shop, shops } = await openTestShop({ where, servers: 2, jobs: false });
    const owners = [await signInAs(shop, 'owner'), await signInAs(shop, 'owner')];
    const kit = await signInAs(shop, 'kitchen');
    const roleOf = async (id: string) => (await shop.people()).find((each) => each.id === id)?.role;
    expect(await shop.setRole(kit.person.id, 'kitchen')).toBe(false);
    expect(await shops[1]?.findSession(kit.token)).toBeDefined();
    expect(await shop.setRole(kit.person.id, 'owner')).toBe(true);
    expect(await shops[1]?.findSession(kit.token)).toBeUndefined();
    expect(await roleOf(kit.person.id)).toBe('owner');
    expect(await shop.setRole(kit.person.id, 'kitchen')).toBe(true);
    const changed = await Promise.all(
      owners.map(({ person }, turn) => shops[turn]?.setRole(person.id, 'kitchen')),
    );
    expect(changed.toSorted()).toEqual([false, true]);
    const roles = await Promise.all(owners.map(({ person }) => roleOf(person.id)));
    expect(roles.toSorted()).toEqual(['kitchen', 'owner']);
    await shop.disablePerson(kit.person.id);
    expect(await shop.setRole(kit.person.id, 'owner')).toBe(false);
  });

  test('sign in once by each of eight recovery codes, until they make new ones', async () => {
    const { where } = await stocked();
    const { shop } = await openTestShop({ where, jobs: false });
    const { person } = await signInAs(shop, 'owner');
    const codes = await shop.newRecoveryCodes(person.id, '');
    expect(new Set(codes).size).toBe(8);
    const [first = '', second = ''] = codes ?? [];
    const signedIn = await shop.signInByRecoveryCode(first.replaceAll('-', ' '), DEVICE);
    expect((await shop.findSession(signedIn?.token ?? ''))?.person).toEqual(person);
    expect(await shop.signInByRecoveryCode(first, DEVICE)).toBeUndefined();
    const { left, set } = await shop.recoveryCodes(person.id);
    expect(left).toBe(7);
    // A form of before the codes were made: they have been printed.
    expect(await shop.newRecoveryCodes(person.id, '')).toBeUndefined();
    expect(await shop.newRecoveryCodes(person.id, set)).toHaveLength(8);
    expect(await shop.newRecoveryCodes(person.id, set)).toBeUndefined();
    expect(await shop.signInByRecoveryCode(second, DEVICE)).toBeUndefined();
    expect((await shop.recoveryCodes(person.id)).left).toBe(8);
  });

  test('are invited once under an address, with a readable name and a known role', async () => {
    const { where } = await stocked();
    const { shop } = await openTestShop({ where, jobs: false });
    const kit = { name: 'Kit', email: 'kit@example.org', role: 'kitchen' };
    expect(await shop.invitePerson(kit)).toMatchObject({ ok: true, person: kit });
    const again = { ...kit, name: 'Kate', email: ' KIT@example.org ' };
    expect(await shop.invitePerson(again)).toEqual({ ok: false, reason: 'taken' });
    for (const wrong of [{ name: ' ' }, { name: 'a\nb' }, { email: 'kit' }, { role: 'admin' }]) {
      const result = await shop.invitePerson({ ...kit, email: 'new@example.org', ...wrong });
      expect(result).toMatchObject({ ok: false, reason: 'invalid' });
    }
    expect(await shop.invitePerson({ ...kit, email: ' ' })).toMatchObject({
      problems: { email: 'Please fill in an e-mail address.' },
    });
    expect((await shop.people()).map(({ email }) => email)).toEqual([kit.email]);
  });

  test('lose name and address so many days after their access ended', async () => {
    let now = new Date().toISOString();
    const place = await stocked();
    const clock = { now: () => now };
    const { shop } = await openTestShop({ where: place.where, jobs: false, clock });
    await signInAs(shop, 'owner');
    const { person } = await signInAs(shop, 'kitchen');
    await shop.askForCode(person.email);
    await shop.disablePerson(person.id);
    now = plusSeconds(now, 29 * DAY);
    await shop.maintainStaff(30);
    expect(await place.dump()).toContain(person.email);
    now = plusSeconds(now, 2 * DAY);
    await shop.maintainStaff(30);
    const dump = await place.dump();
    expect(dump).not.toContain(person.email);
    expect(dump).not.toContain(`"${person.name}"`);
    expect(await shop.people()).toHaveLength(1);
    expect(await shop.enablePerson(person.id)).toBe(false);
  });

  test('are signed out by a restore: sessions and calendar feeds that were ended since the backup do not return', async () => {
    const { where } = await stocked();
    const anna = {
      id: randomUUID(),
      name: 'Anna',
      email: 'anna@example.org',
      role: 'owner',
    } as const;
    const [at, endsAt] = ['2026-11-22T12:00:00.000Z', '2099-01-01T00:00:00.000Z'];
    await inShop(where, async ({ staff }) => {
      await staff.addPerson(anna, at);
      const session = {
        id: randomUUID(),
        hash: 'h',
        personId: anna.id,
        device: DEVICE,
        at,
        endsAt,
      };
      await staff.addSession(session);
      expect(await staff.session('h', at)).toBeDefined();
      await staff.saveCalendarFeed(anna.id, 'f', at);
      expect(await staff.hasCalendarFeed('f')).toBe(true);
    });
    const file = await backupFile();
    const { databaseUrl, dataDir } = where;
    if (databaseUrl) {
      await backUpPostgres(databaseUrl, file);
      await restorePostgres(databaseUrl, file);
    } else {
      expect(await backUpSqlite(dataDir, file)).toBe('backed-up');
      expect(await restoreSqlite(dataDir, file, true)).toBe('restored');
    }
    await inShop(where, async ({ staff }) => {
      expect(await staff.session('h', at)).toBeUndefined();
      expect(await staff.hasCalendarFeed('f')).toBe(false);
      expect(await staff.people()).toMatchObject([anna]);
    });
  });
});

test('changes of people need a proof of the last ten minutes', async () => {
  let now = new Date().toISOString();
  const { where } = await stockedSqlite();
  const { shop } = await openTestShop({ where, jobs: false, clock: { now: () => now } });
  const { token } = await signInAs(shop, 'owner');
  expect(await shop.findSession(token)).toMatchObject({ isProved: true });
  now = plusSeconds(now, 10 * 60);
  expect(await shop.findSession(token)).toMatchObject({ isProved: false });
});
