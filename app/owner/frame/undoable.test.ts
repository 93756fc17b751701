import { expect, test } from 'vitest';
import { readUndoables, type Undoable, writeUndoables } from './undoable.ts';

test('Undo of 200 moved orders fits the cookie of a notice, beside its words', () => {
  const ids = Array.from({ length: 200 }, (_, order) => 10_000_000 + order);
  const undoables: Undoable[] = [
    { kind: 'calendar', version: 12_345 },
    { kind: 'events', ids },
  ];
  const undo = writeUndoables(undoables);
  expect(encodeURIComponent(undo).length).toBeLessThan(2_000);
  expect(readUndoables(undo)).toEqual(undoables);
});

test.each(['events.', 'events.1-', 'events.1-x', 'calendar.1-2', 'event.1'])(
  '%s names nothing',
  (text) => {
    expect(readUndoables(text)).toEqual([]);
  },
);
