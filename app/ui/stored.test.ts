import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stored } from './stored.ts';

const isText = (value: unknown): value is string => typeof value === 'string';
const reported: unknown[] = [];
const open = () =>
  stored('localStorage', 'name', isText, (operation) => void reported.push(operation));

let texts: Map<string, string>;

beforeEach(() => {
  reported.length = 0;
  texts = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => texts.set(key, text),
    removeItem: (key: string) => texts.delete(key),
  });
});
afterEach(() => void vi.unstubAllGlobals());

test('another page reads what was written, until it is cleared', () => {
  open().write('Ada');
  expect(texts.get('name')).toBe('"Ada"');
  expect(open().read()).toBe('Ada');
  open().clear();
  expect(open().read()).toBeUndefined();
  expect(reported).toEqual([]);
});

test.each([
  ['42', undefined],
  ['null', undefined],
  ['not JSON', 'not JSON'],
])('of the stored text %s it reads %j', (text, value) => {
  texts.set('name', text);
  expect(open().read()).toBe(value);
});

test('where nothing can be stored, the value lasts as long as the page, and that is reported', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('Full', 'QuotaExceededError');
    },
    removeItem: () => undefined,
  });
  const name = open();
  name.write('Ada');
  expect(name.read()).toBe('Ada');
  expect(open().read()).toBeUndefined();
  expect(reported).toEqual(['set']);
  name.clear();
  expect(name.read()).toBeUndefined();
});

test('a change by another tab is told, and a page from the back/forward cache looks again', () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  let changes = 0;
  const unsubscribe = open().subscribe(() => {
    changes += 1;
  });
  const dispatch = (type: string, members: object) =>
    page.dispatchEvent(Object.assign(new Event(type), members));
  dispatch('storage', { key: 'name' });
  dispatch('storage', { key: null });
  dispatch('pageshow', { persisted: true });
  expect(changes).toBe(3);
  dispatch('storage', { key: 'other' });
  dispatch('pageshow', { persisted: false });
  unsubscribe();
  dispatch('storage', { key: 'name' });
  expect(changes).toBe(3);
});
