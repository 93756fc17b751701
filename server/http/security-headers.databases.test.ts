import { expect, test } from 'vitest';
import { stockedSqlite } from '#test/both-databases.ts';
import { openTestShop } from '#test/test-shop.ts';

test('Strict-Transport-Security does not include subdomains, which may belong to others', async () => {
  const { where } = await stockedSqlite();
  const { origin } = await openTestShop({ where, jobs: false });
  const { headers } = await fetch(`${origin}/healthz`);
  expect(headers.get('Strict-Transport-Security')).toBe('max-age=63072000');
});
