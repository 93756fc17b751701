import { describe, expect, test } from 'vitest';
import { disablePerson, findMember } from '#server/staff/people.ts';
import { findSession } from '#server/staff/sessions.ts';
import { signInByLink } from '#server/staff/sign-in.ts';
import { bothDatabases, stockedSqlite } from '#test/both-databases.ts';
import { shopCommand } from '#test/shop-command.ts';
import { openTestShop } from '#test/test-shop.ts';
import { parseOwnerCommand, runOwnerCommand } from './owner-command.ts';

describe.each(bothDatabases)('npm run owner on $name', ({ stocked }) => {
  test('invites, lists and signs out, while the shop runs', async () => {
    const { where } = await stocked();
    const { shop } = await openTestShop({ where, jobs: false });
    async function say(...words: string[]) {
      const parsed = parseOwnerCommand(words);
      if (!parsed) throw new Error(`No command: ${words}`);
      return runOwnerCommand(shop, 'https://cafe.example', parsed);
    }
    const signIn = async ({ text }: { text: string }) => {
      const [, token = ''] =
        /https:\/\/cafe\.example\/owner\/welcome\?person#(\w+)/.exec(text) ?? [];
      return signInByLink(shop, token, 'a test');
    };
    expect((await say('list')).text).toBe('Nobody may sign in yet.');

    const invited = await say('invite', 'Anna@example.org', '--name', 'Anna');
    const anna = await signIn(invited);
    expect((await findSession(shop, anna?.token ?? ''))?.person).toMatchObject({
      name: 'Anna',
      email: 'anna@example.org',
      role: 'owner',
    });
    expect(await signIn(invited)).toBeUndefined();
    // A person without any way to sign in gets a new link.
    expect(await signIn(await say('invite', 'anna@example.org'))).toBeDefined();

    expect((await say('invite', 'kit@example.org', '--role', 'kitchen')).ok).toBe(true);
    expect((await say('invite', 'cy@example.org', '--role', 'counter')).ok).toBe(true);
    // Inviting again changes no role.
    expect((await say('invite', 'kit@example.org', '--role', 'owner')).text).toContain(
      'For kit@example.org, kitchen,',
    );
    expect((await say('list')).text).toMatch(
      /^owner {3}Anna <anna@example\.org>, since \S+, last seen \S+\ncounter cy <cy@example\.org>, since \S+, not signed in\nkitchen kit <kit@example\.org>, since \S+, not signed in$/,
    );
    const kit = await findMember(shop, 'kit@example.org');
    expect(await disablePerson(shop, kit?.id ?? '')).toBe(true);
    expect((await say('invite', 'kit@example.org')).text).toContain('is disabled');

    expect((await say('sign-out-all')).text).toBe(
      'Nobody is signed in any more, and all calendar feeds have ended.',
    );
    expect(await findSession(shop, anna?.token ?? '')).toBeUndefined();
  });
});

test('npm run owner -- invite prints a link that signs in', async () => {
  const { where } = await stockedSqlite();
  const { code, stdout } = await shopCommand(where, ['owner', 'invite', 'anna@example.org']);
  const { shop } = await openTestShop({ where, jobs: false });
  const [, token = ''] = /#(\w{26})\n$/.exec(stdout) ?? [];
  expect([code, await signInByLink(shop, token, 'a test')]).toEqual([0, expect.anything()]);
});

test.each([
  [],
  ['invite'],
  ['invite', 'a@example.org', 'b@example.org'],
  ['disable', 'a@example.org'],
  ['invite', 'a@example.org', '--role', 'admin'],
  ['delete', 'a@example.org'],
])('npm run owner -- %s %s %s is no command', (...words) => {
  expect(parseOwnerCommand(words)).toBeUndefined();
});
