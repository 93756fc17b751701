import { expect, test } from 'vitest';
import { readUndoables, type Undoable, writeUndoables } from './undoable.ts';

test('Undo of 200 moved orders fits the cookie of a notice, beside its words', () => {
  const ids = Array.from({ length: 200 }, (_, order) => 10_000_000 + order);
  const undoables: Undoable[] = [
    { kind: 'calendar', version: 12_345 },
    { kind: 'events', ids },
  ];
  const undo = writeUndoables(undoables);
  const notice = JSON.stringify({ words: 'x'.repeat(300), undo, at: Date.now() });
  expect(encodeURIComponent(notice).length).toBeLessThan(4_000);
  expect(readUndoables(undo)).toEqual(undoables);
});

test.each([
  'events.1',
  '{"kind":"events","ids":[1]}',
  '[{"kind":"events","ids":["1"]}]',
  '[{"kind":"events","ids":[1e20]}]',
  '[{"kind":"calendar","version":1.5}]',
  '[{"kind":"calendar","version":1},{"kind":"event","ids":[1]}]',
])('%s names nothing', (text) => {
  expect(readUndoables(text)).toEqual([]);
});
