import { describe, expect, test } from 'vitest';
import { bothDatabases } from '#test/both-databases.ts';
import { recordingLog } from '#test/recording-log.ts';
import { at } from '#test/samples.ts';
import { openTestShop } from '#test/test-shop.ts';

describe.each(bothDatabases)('/readyz on $name', ({ stocked }) => {
  async function open() {
    const place = await stocked();
    const { log } = recordingLog();
    const { origin } = await openTestShop({ where: place.where, jobs: false, log });
    const readyz = async () => {
      const answer = await fetch(`${origin}/readyz`);
      return { status: answer.status, text: await answer.text() };
    };
    const apply = (migration: string) =>
      place.run(`insert into kysely_migration values ('${migration}', '${at(0)}')`);
    return { place, readyz, apply };
  }

  test('says ready, and nothing else, on the schema of its own version', async () => {
    const { readyz } = await open();
    expect(await readyz()).toEqual({ status: 200, text: 'ready' });
  });

  test('is not ready beside a newer schema, and says the way back', async () => {
    const { readyz, apply } = await open();
    await apply('998-next');
    await apply('999-one-more');
    const { status, text } = await readyz();
    expect(status).toBe(503);
    expect(text).toMatch(/^not ready\n.* 998-next, 999-one-more /);
    expect(text).toContain('Start the newer version again, or restore a backup');
  });

  test('is not ready where a migration is missing, and names it', async () => {
    const { place, readyz } = await open();
    await place.run(`delete from kysely_migration where name = '001-battenberg'`);
    const text = 'not ready\nMigrations not applied: 001-battenberg.';
    expect(await readyz()).toEqual({ status: 503, text });
  });

  test('is ready without the rules of the calendar, and says that nothing can be ordered', async () => {
    const { place, readyz } = await open();
    await place.run(`delete from documents where kind = 'calendar'`);
    await place.run('update content_version set version = version + 1');
    const { status, text } = await readyz();
    expect(status).toBe(200);
    expect(text).toMatch(/^ready\nThe database has lost the rules of the calendar/);
  });
});
