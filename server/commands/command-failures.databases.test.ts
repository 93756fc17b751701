/** @module-tag nightly */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { holdsShop } from '#server/db/holds-shop.ts';
import { bothDatabases, freshSqlite } from '#test/both-databases.ts';
import { backupFile, inShop, shopCommand } from '#test/shop-command.ts';

// Each command is a process, which starts slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

/** No server listens there. */
const NO_POSTGRES = { databaseUrl: 'postgres://nobody@127.0.0.1:1/none', dataDir: 'not used' };
const OWNER = ['owner', 'list'];
const COMMANDS = [OWNER, ['db-backup', '/tmp/not-written']];

describe('a failed command prints a sentence and no stack', () => {
  test('owner, if PostgreSQL is unreachable', async () => {
    const { code, stderr } = await shopCommand(NO_POSTGRES, OWNER);
    expect([code, stderr]).toEqual([1, failure('.*ECONNREFUSED.*')]);
  });

  test.each(COMMANDS)('%s, if a setting is invalid', async (...words) => {
    const { code, stderr } = await shopCommand(NO_POSTGRES, words, { PORT: 'none' });
    expect([code, stderr]).toEqual([1, failure('Its settings are not complete:\nPORT .*')]);
  });

  test('owner, if the SQLite file is damaged', async () => {
    const { where } = await freshSqlite();
    await writeFile(join(where.dataDir, 'shop.sqlite'), 'Dear diary '.repeat(1_000));
    const { code, stderr } = await shopCommand(where, OWNER);
    expect([code, stderr]).toEqual([1, failure('.*file is not a database.*')]);
  });

  test('db-backup, if its folder is missing', async () => {
    const { where } = await freshSqlite();
    await inShop(where, ({ ping }) => ping());
    const file = join(await backupFile(), 'no-folder', 'monday');
    const { code, stderr } = await shopCommand(where, ['db-backup', file]);
    expect([code, stderr]).toEqual([1, failure('.*ENOENT.*')]);
  });

  test('db-backup, if another was interrupted, with the name of its file', async () => {
    const { where } = await freshSqlite();
    await inShop(where, ({ ping }) => ping());
    const file = await backupFile();
    await mkdir(dirname(file), { recursive: true });
    await writeFile(`${file}.unfinished`, 'half');
    const { code, stderr } = await shopCommand(where, ['db-backup', file]);
    expect([code, stderr]).toEqual([1, failure(`${file}.unfinished exists: .*`)]);
  });
});

/** The whole output: one or two sentences and no stack. */
function failure(sentence: string) {
  return expect.stringMatching(new RegExp(`^The command failed\\. ${sentence}\\n$`));
}

describe.each(bothDatabases)('where no shop has started, on $name,', ({ empty }) => {
  test('owner says so, and creates none', async () => {
    const { where } = await empty();
    const { code, stderr } = await shopCommand(where, OWNER);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^No shop data found in .+\n$/)]);
    expect(await holdsShop(where)).toBe(false);
  });
});
