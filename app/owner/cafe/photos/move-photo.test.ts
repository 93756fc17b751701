import { expect, test } from 'vitest';
import { movedPhotos, movePhoto } from './move-photo.ts';

const FILES = ['a.jpg', 'b.jpg', 'c.jpg'];

test.each([
  ['up b.jpg', 'bac'],
  ['down b.jpg', 'acb'],
  ['up a.jpg', 'abc'],
  ['down c.jpg', 'abc'],
  ['down none.jpg', 'abc'],
])('%s', (move, order) => {
  expect(movePhoto(FILES, move).map((file) => file[0])).toEqual([...order]);
});

test('a form that an arrow submitted has the new order, any other has none', () => {
  const form = new FormData();
  for (const file of FILES) form.append('photo', file);
  expect(movedPhotos(form, 'photo')).toBeUndefined();
  form.append('photo-move', 'down a.jpg');
  expect(movedPhotos(form, 'photo')).toEqual(['b.jpg', 'a.jpg', 'c.jpg']);
});
