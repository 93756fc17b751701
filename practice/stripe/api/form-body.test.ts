import { expect, test } from 'vitest';
import { canonicalForm, parseFormBody } from './form-body.ts';

test('brackets nest, and numbers stay keys', () => {
  const body = 'mode=payment&line_items[0][price]=price_1&line_items[0][quantity]=2&metadata[7]=x';

  expect(parseFormBody(body)).toEqual({
    mode: 'payment',
    line_items: { 0: { price: 'price_1', quantity: '2' } },
    metadata: { 7: 'x' },
  });
});

test('empty brackets append', () => {
  expect(parseFormBody('lookup_keys[]=a&lookup_keys[]=b')).toEqual({
    lookup_keys: { 0: 'a', 1: 'b' },
  });
});

test('decodes percent-encoded characters', () => {
  expect(parseFormBody('name=Cr%C3%A8me+br%C3%BBl%C3%A9e&metadata%5Ba%26b%5D=%3D')).toEqual({
    name: 'Crème brûlée',
    metadata: { 'a&b': '=' },
  });
});

test('does not set prototypes', () => {
  const tree = parseFormBody('__proto__[polluted]=yes&metadata[__proto__][polluted]=yes');

  expect(Object.hasOwn(tree, '__proto__')).toBe(true);
  expect({}).not.toHaveProperty('polluted');
});

test('the canonical form ignores the order of parameters', () => {
  expect(canonicalForm('b=2&a=1')).toBe(canonicalForm('a=1&b=2'));
  expect(canonicalForm('a=1')).not.toBe(canonicalForm('a=2'));
});
