import { describe, expect, test, vi } from 'vitest';
import { plusSeconds } from '#domain/clock.ts';
import { bothDatabases, stockedSqlite, type TestDatabase } from '#test/both-databases.ts';
import { readInbox } from '#test/inbox.ts';
import { recordingLog } from '#test/recording-log.ts';
import { signInAs } from '#test/staff.ts';
import { openTestShop } from '#test/test-shop.ts';
import { waitFor } from '#test/wait-for.ts';
import { postPractice } from '../../harness/practice-services.ts';
import { changeAddress, confirmAddress, requestAddress } from './email-address.ts';
import { signInByPasskey } from './passkeys.ts';
import { invitePerson } from './people.ts';
import { endSession, findSession } from './sessions.ts';
import {
  makeFirstRunLink,
  readFirstSteps,
  requestCode,
  setUpOwner,
  signInByCode,
} from './sign-in.ts';

/** The subjects of the e-mails to an address. */
async function subjectsTo({ mail }: { mail: string }, address: string): Promise<string[]> {
  return (await readInbox(mail)).flatMap(({ to_email, subject }) =>
    to_email === address && subject ? subject : [],
  );
}

const DEVICE = 'Chrome on Android';
const DAY = 24 * 60 * 60;

async function open({ where }: TestDatabase, servers = 1) {
  let now = new Date().toISOString();
  const clock = { now: () => now };
  const { log, lines } = recordingLog();
  const test = await openTestShop({ where, servers, jobs: false, clock, log });
  const { shop, shops, mail } = test;
  const owner = await signInAs(shop, 'owner');

  /** The codes that were sent to an address, newest first. */
  async function codesTo(address: string): Promise<string[]> {
    return (await readInbox(mail))
      .filter(({ to_email }) => to_email === address.toLowerCase())
      .flatMap(({ text = '' }) => /^[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(text) ?? []);
  }
  async function askForCode(email = owner.person.email) {
    const before = (await codesTo(email)).length;
    const pending = await requestCode(shop, email);
    if (!pending) throw new Error('No address.');
    await waitFor(async () => expect(await codesTo(email)).toHaveLength(before + 1));
    const [code = ''] = await codesTo(email);
    return { token: pending.token, code };
  }
  const setSending = (sending: string) => postPractice(mail, 'settings', { sending });
  const pass = (seconds: number) => {
    now = plusSeconds(now, seconds);
  };
  return { ...test, shop, shops, owner, askForCode, codesTo, pass, lines, setSending };
}

describe.each(bothDatabases)('an e-mailed code on $name', ({ stocked }) => {
  test('confirms the address of the person who asked for it, and no later one', async () => {
    const place = await stocked();
    const { shop, owner, askForCode } = await open(place);
    const { id } = owner.person;
    const other = await signInAs(shop, 'owner');
    const isConfirmed = async (personId: string) =>
      (await readFirstSteps(shop, personId)).isEmailConfirmed;
    const confirm = async (token: string, code: string, person = owner.person) =>
      (await confirmAddress(shop, person, { token, email: person.email, code })).ok;
    const { token, code } = await askForCode();
    expect(await confirm('', code)).toBe(false);
    expect(await confirm(token, 'AAAA-AAAA')).toBe(false);
    expect(await isConfirmed(id)).toBe(false);
    const tries = await Promise.all([1, 2].map(() => confirm(token, code)));
    expect(tries.toSorted()).toEqual([false, true]);
    expect(await isConfirmed(id)).toBe(true);
    const another = await askForCode();
    expect(await confirm(another.token, another.code, other.person)).toBe(false);
    expect(await isConfirmed(other.person.id)).toBe(false);
    await place.run(`update people set email = 'new@example.org' where id = '${id}'`);
    expect(await isConfirmed(id)).toBe(false);
    const sent: boolean[] = [];
    for (let asked = 0; asked < 4; asked += 1) {
      sent.push((await requestAddress(shop, owner.person, owner.person.email)).ok);
    }
    // With the two before, five within an hour.
    expect(sent).toEqual([true, true, true, false]);
  });

  test('signs in the browser that asked, once, however it is typed', async () => {
    const { shop, owner, askForCode } = await open(await stocked());
    const { token, code } = await askForCode(owner.person.email.toUpperCase());
    const typed = ` ${code.toLowerCase().replace('-', '  ')}`;
    const signedIn = await signInByCode(shop, token, typed, DEVICE);
    const session = await findSession(shop, signedIn?.token ?? '');
    expect(session?.person).toEqual(owner.person);
    expect(await signInByCode(shop, token, code, DEVICE)).toBeUndefined();
  });

  test('is not valid late, in another browser, or at the sixth try', async () => {
    const { shop, askForCode, pass } = await open(await stocked());
    const first = await askForCode();
    const second = await askForCode();
    expect(await signInByCode(shop, first.token, second.code, DEVICE)).toBeUndefined();
    for (let tries = 0; tries < 4; tries += 1) {
      expect(await signInByCode(shop, first.token, 'AAAA-AAAA', DEVICE)).toBeUndefined();
    }
    expect(await signInByCode(shop, first.token, first.code, DEVICE)).toBeUndefined();
    pass(10 * 60);
    expect(await signInByCode(shop, second.token, second.code, DEVICE)).toBeUndefined();
  });

  test('is not valid once its address is no longer that of the person', async () => {
    const place = await stocked();
    const { shop, owner, askForCode } = await open(place);
    const { id, email } = owner.person;
    const { token, code } = await askForCode();
    const rename = (to: string) =>
      place.run(`update people set email = '${to}' where id = '${id}'`);
    await rename('new@example.org');
    expect(await signInByCode(shop, token, code, DEVICE)).toBeUndefined();
    await rename(email);
    expect(await signInByCode(shop, token, code, DEVICE)).toBeDefined();
  });

  test('signs in once if it is sent twice at the same time', async () => {
    const { shop, askForCode } = await open(await stocked());
    const { token, code } = await askForCode();
    const results = await Promise.all(
      Array.from({ length: 4 }, () => signInByCode(shop, token, code, DEVICE)),
    );
    expect(results.filter((result) => result !== undefined)).toHaveLength(1);
  });

  test('is sent to one address five times an hour at most', async () => {
    const { shop, owner, askForCode, codesTo, pass } = await open(await stocked());
    for (let code = 0; code < 5; code += 1) await askForCode();
    expect(await requestCode(shop, owner.person.email)).toBeDefined();
    pass(60 * 60);
    await askForCode();
    expect(await codesTo(owner.person.email)).toHaveLength(6);
  });
});

describe('the answer to who asks for a code', () => {
  test('is the same for an unknown address, and does not wait for the e-mail', async () => {
    const { shop, owner, lines, setSending } = await open(await stockedSqlite());
    await setSending('hangs-up');
    const [known, unknown] = await Promise.all([
      requestCode(shop, owner.person.email),
      requestCode(shop, 'nobody@example.org'),
    ]);
    expect(known?.token).toHaveLength(unknown?.token.length ?? 0);
    expect(known?.seconds).toBe(unknown?.seconds);
    expect(await signInByCode(shop, unknown?.token ?? '', 'AAAA-AAAA', DEVICE)).toBeUndefined();
    const message = 'an e-mail to staff could not be sent';
    await waitFor(() => {
      expect(lines.find((line) => line.message === message)?.facts).toEqual({
        person: owner.person.id,
        reason: expect.stringMatching(/^status 0/),
      });
    });
    expect(JSON.stringify(lines)).not.toContain(owner.person.email);
  });

  test('is followed by the e-mail once the e-mail service works again', async () => {
    const { shop, owner, codesTo, lines, setSending } = await open(await stockedSqlite());
    await setSending('429');
    await requestCode(shop, owner.person.email);
    await waitFor(() => expect(lines).not.toHaveLength(0));
    await setSending('works');
    await vi.waitFor(async () => expect(await codesTo(owner.person.email)).toHaveLength(1), 30_000);
  });

  test('reveals nothing in the database to a reader who tries all codes', async () => {
    const place = await stockedSqlite();
    const { askForCode } = await open(place);
    const { token, code } = await askForCode();
    const dump = await place.dump();
    expect(dump).not.toContain(token);
    expect(dump).not.toContain(code.replace('-', ''));
  });
});

describe.each(bothDatabases)('a person’s address on $name', ({ stocked }) => {
  /** Asks for a new address, and reads the code that comes to it. */
  async function ask({ shop, owner, codesTo }: Awaited<ReturnType<typeof open>>, email: string) {
    const before = (await codesTo(email)).length;
    const asked = await requestAddress(shop, owner.person, email);
    if (!asked.ok) throw new Error(asked.reason);
    await waitFor(async () => expect(await codesTo(email)).toHaveLength(before + 1));
    return { email, token: asked.pending.token, code: (await codesTo(email))[0] ?? '' };
  }

  test('is changed by a code to the new one alone, and its sessions stay', async () => {
    const test = await open(await stocked());
    const { shop, owner, askForCode, codesTo } = test;
    const { person } = owner;
    const [first, second] = [
      await ask(test, 'first@example.org'),
      await ask(test, 'new@example.org'),
    ];
    // Each code is of one address.
    const mixed = { ...first, email: second.email };
    expect(await confirmAddress(shop, person, mixed)).toEqual({ ok: false, reason: 'code' });
    const signIn = await askForCode();
    expect(await confirmAddress(shop, person, { ...signIn, email: second.email })).toMatchObject({
      ok: false,
    });
    expect(await signInByCode(shop, second.token, second.code, DEVICE)).toBeUndefined();
    const changed = await Promise.all([
      confirmAddress(shop, person, second),
      confirmAddress(shop, person, second),
    ]);
    expect(changed.filter(({ ok }) => ok)).toHaveLength(1);
    expect((await findSession(shop, owner.token))?.person.email).toBe('new@example.org');
    // Made for the address of before.
    expect(await confirmAddress(shop, person, first)).toMatchObject({ ok: false });
    const again = await askForCode('new@example.org');
    expect(await signInByCode(shop, again.token, again.code, DEVICE)).toBeDefined();
    expect(await codesTo(person.email)).toHaveLength(1);
    await waitFor(async () =>
      expect(await subjectsTo(test, person.email)).toContainEqual(
        expect.stringMatching(/was changed$/),
      ),
    );
  });

  test('is that of one person, also if two want it at the same time', async () => {
    const test = await open(await stocked(), 2);
    const { shop, shops, owner } = test;
    const kit = await signInAs(shop, 'kitchen');
    const carol = await signInAs(shop, 'counter');
    const by = owner.person.id;
    const typed = 'One@Example.org';
    const change = (on: typeof shop, { id, email: from }: typeof kit.person) =>
      changeAddress(on, { id, from, typed, by });
    const invite = () => invitePerson(shop, { name: 'Kim', email: typed, role: 'kitchen' });
    const results = await Promise.all([
      change(shop, kit.person),
      change(shops[1] ?? shop, carol.person),
      invite(),
    ]);
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.flatMap((result) => (result.ok ? [] : result.reason))).toEqual([
      'taken',
      'taken',
    ]);
    expect(await requestAddress(shop, owner.person, typed)).toMatchObject({ reason: 'taken' });
    expect(await requestAddress(shop, owner.person, 'no address')).toMatchObject({
      reason: 'invalid',
    });
  });

  test('is changed by an owner for others only, from the one that the form shows', async () => {
    const { shop, owner } = await open(await stocked());
    const kit = await signInAs(shop, 'kitchen');
    const { id, email: from } = kit.person;
    const by = owner.person.id;
    const change = (typed: string) => changeAddress(shop, { id, from, typed, by });
    expect(await change('kit@example.org')).toEqual({ ok: true, email: 'kit@example.org' });
    expect(await change('other@example.org')).toMatchObject({ reason: 'stale' });
    expect((await findSession(shop, kit.token))?.person.email).toBe('kit@example.org');
    const own = { id: by, from: owner.person.email, typed: 'slip@example.org', by };
    expect(await changeAddress(shop, own)).toMatchObject({ reason: 'self' });
  });

  test('gets five codes within an hour at most', async () => {
    const test = await open(await stocked());
    for (let n = 0; n < 5; n += 1) await ask(test, `n${n}@example.org`);
    const { shop, owner, pass } = test;
    const sixth = () => requestAddress(shop, owner.person, 'n5@example.org');
    expect(await sixth()).toMatchObject({ reason: 'too-often' });
    pass(60 * 60);
    expect(await sixth()).toMatchObject({ ok: true });
  });
});

describe.each(bothDatabases)('a session on $name', ({ stocked }) => {
  test('of an owner ends after 7 days without a visit, and after 30 at most', async () => {
    const { shop, owner, pass } = await open(await stocked());
    pass(8 * DAY);
    expect(await findSession(shop, owner.token)).toBeUndefined();
    const again = await signInAs(shop, 'owner');
    for (let days = 0; days < 24; days += 6) {
      pass(6 * DAY);
      expect(await findSession(shop, again.token)).toBeDefined();
    }
    pass(6 * DAY);
    expect(await findSession(shop, again.token)).toBeUndefined();
  });

  test('of the counter ends after 3 days without a visit', async () => {
    const { shop, pass } = await open(await stocked());
    const counter = await signInAs(shop, 'counter');
    pass(3 * DAY);
    expect(await findSession(shop, counter.token)).toBeDefined();
    pass(3 * DAY + 1);
    expect(await findSession(shop, counter.token)).toBeUndefined();
  });

  test('of the kitchen ends after 90 days', async () => {
    const { shop, pass } = await open(await stocked());
    const kitchen = await signInAs(shop, 'kitchen');
    pass(89 * DAY);
    expect(await findSession(shop, kitchen.token)).toBeDefined();
    pass(DAY);
    expect(await findSession(shop, kitchen.token)).toBeUndefined();
  });

  test('ends on all servers at once', async () => {
    const { shop, shops, owner } = await open(await stocked(), 2);
    const [one = shop, other = shop] = shops;
    const session = await findSession(other, owner.token);
    expect(session).toBeDefined();
    await endSession(one, session?.id ?? '');
    expect(await findSession(other, owner.token)).toBeUndefined();
  });
});

describe.each(bothDatabases)('a passkey on $name', ({ stocked }) => {
  test('whose id is none that an authenticator makes signs nobody in', async () => {
    const { shop } = await openTestShop({ where: (await stocked()).where, jobs: false });
    const response = { clientDataJSON: '', authenticatorData: '', signature: '' };
    const made = { rawId: '', type: 'public-key', clientExtensionResults: {}, response };
    for (const id of ['\0', '', 'a'.repeat(1_401)]) {
      expect(await signInByPasskey(shop, { ...made, id }, DEVICE)).toBeUndefined();
    }
  });
});

describe.each(bothDatabases)('the link for the first owner on $name', ({ stocked }) => {
  const owner = { name: 'Anna', email: 'Anna@Example.org' };

  test('sets up one owner, however many use it at once', async () => {
    const { where } = await stocked();
    const { shop, shops } = await openTestShop({ where, servers: 2, jobs: false });
    const token = (await makeFirstRunLink(shop)) ?? '';
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, turn) =>
        setUpOwner(
          shops[turn % 2] ?? shop,
          { ...owner, email: `${turn}@example.org`, token },
          DEVICE,
        ),
      ),
    );
    expect(results.filter((result) => result?.ok)).toHaveLength(1);
    expect(await makeFirstRunLink(shop)).toBeUndefined();
  });

  test('is replaced by a newer one, ends after a day, and is not used up by a slip', async () => {
    let now = new Date().toISOString();
    const { where } = await stocked();
    const { shop } = await openTestShop({ where, jobs: false, clock: { now: () => now } });
    const earlier = (await makeFirstRunLink(shop)) ?? '';
    const token = (await makeFirstRunLink(shop)) ?? '';
    const link = { ok: false, reason: 'link' };
    expect(await setUpOwner(shop, { ...owner, token: earlier }, DEVICE)).toEqual(link);
    expect(await setUpOwner(shop, { ...owner, email: 'anna', token }, DEVICE)).toEqual({
      ok: false,
      reason: 'invalid',
      problems: { email: 'This address cannot work. Is there a slip in it?' },
    });
    await invitePerson(shop, { name: 'Kit', email: 'kit@example.org', role: 'kitchen' });
    expect(await setUpOwner(shop, { ...owner, email: 'kit@example.org', token }, DEVICE)).toEqual({
      ok: false,
      reason: 'invalid',
      problems: { email: expect.stringContaining('already') },
    });
    const started = now;
    now = plusSeconds(started, DAY);
    expect(await setUpOwner(shop, { ...owner, token }, DEVICE)).toEqual(link);
    now = plusSeconds(started, DAY - 1);
    expect(await setUpOwner(shop, { ...owner, token }, DEVICE)).toMatchObject({ ok: true });
  });
});
