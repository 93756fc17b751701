import { expect, test } from 'vitest';
import { freshSqlite } from '#test/both-databases.ts';
import { openTestShop } from '#test/test-shop.ts';

test.each([
  ['0', 'max-age=63072000'],
  ['1', 'max-age=63072000; includeSubDomains'],
])('HSTS_INCLUDE_SUBDOMAINS=%s sends Strict-Transport-Security: %s', async (given, header) => {
  const { where } = await freshSqlite();
  const variables = { HSTS_INCLUDE_SUBDOMAINS: given };
  const { origin } = await openTestShop({ where, jobs: false, variables });
  const { headers } = await fetch(`${origin}/healthz`);
  expect(headers.get('Strict-Transport-Security')).toBe(header);
});
