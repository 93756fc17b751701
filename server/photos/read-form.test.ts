import { randomBytes } from 'node:crypto';
import { HonoRequest } from 'hono/request';
import { expect, test } from 'vitest';
import { readPhotoForm } from './read-form.ts';

const MB = 1024 * 1024;

/** A form of so many parts without contents, the first of which has so many headers. */
function hostileForm({ parts = 1, headers = 0 }): Blob {
  const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n';
  const first = `${part}${'a:b\r\n'.repeat(headers)}\r\n\r\n`;
  const body = `${first}${`${part}\r\n\r\n`.repeat(parts - 1)}--b--\r\n`;
  return new Blob([body], { type: 'multipart/form-data; boundary=b' });
}

function read(body: BodyInit): Promise<FormData | undefined> {
  const url = 'http://cafe.example/requests/1';
  return readPhotoForm(new HonoRequest(new Request(url, { method: 'PUT', body })));
}

test('a form of as many bytes of photos as the shop takes is read', async () => {
  const sent = new FormData();
  sent.append('ideas', 'A dinosaur.\r\nGreen.');
  for (let photo = 0; photo < 20; photo += 1) {
    sent.append('photos', new Blob([randomBytes(3 * MB)]), 'cake.jpg');
  }
  const form = await read(sent);
  expect(form?.get('ideas')).toBe('A dinosaur.\r\nGreen.');
  expect(form?.getAll('photos')).toHaveLength(20);
});

test.each([
  ['thousands of parts', hostileForm({ parts: 5_000 })],
  ['thousands of headers', hostileForm({ headers: 20_000 })],
  ['fields without photos, which could be far more', new URLSearchParams({ ideas: 'A dinosaur.' })],
  ['a text', 'A dinosaur.'],
])('a body of %s is not read', async (_, body) => {
  expect(await read(body)).toBeUndefined();
});
