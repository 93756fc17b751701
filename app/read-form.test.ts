import { expect, test } from 'vitest';
import { readForm } from './read-form.ts';

test('a field of a form has no NUL, which PostgreSQL refuses in every query', async () => {
  const body = new URLSearchParams({ session: 'a\0b', passkey: '\0' });
  const field = await readForm(new Request('https://cakes.example', { method: 'POST', body }));
  expect([field('session'), field('passkey'), field('missing')]).toEqual(['ab', '', '']);
});
