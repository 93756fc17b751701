import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Day } from '#domain/calendar/day.ts';
import { plusSeconds } from '#domain/clock.ts';
import { changeLine, type InLine, offerEnd, offerEndInWords } from './waiting.ts';

const NOW = '2026-11-26T10:00:00.000Z';
const DAYS = ['2026-12-11', '2026-12-12'].map((day) => Day.parse(day));

const entry: fc.Arbitrary<Omit<InLine, 'id'>> = fc.record({
  day: fc.constantFrom(...DAYS),
  units: fc.integer({ min: 1, max: 5 }),
  state: fc.constantFrom('waiting' as const, 'offered' as const),
  offeredUntil: fc.constantFrom(null, plusSeconds(NOW, -1), plusSeconds(NOW, 60)),
  chance: fc.constantFrom('open' as const, 'closed' as const, 'over' as const),
});

test('room goes to the first in line whose cakes fit, and never twice', () => {
  const room = fc.array(
    fc.record({
      units: fc.integer({ min: -3, max: 8 }),
      orders: fc.constantFrom(-1, 0, 1, 2, Number.POSITIVE_INFINITY),
    }),
    { minLength: 2, maxLength: 2 },
  );
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 12 }), room, (entries, rooms) => {
      const line = entries.map((each, place) => ({
        ...each,
        id: `${place}`,
        offeredUntil: each.state === 'offered' ? each.offeredUntil : null,
      }));
      const left = new Map(
        DAYS.map((day, index) => [day, rooms[index] ?? { units: 0, orders: 0 }]),
      );
      const { over, lapsed, offered } = changeLine(line, left, NOW);
      expect(new Set([...over, ...lapsed, ...offered]).size).toBe(
        over.length + lapsed.length + offered.length,
      );
      for (const each of offered) expect(each).toMatchObject({ state: 'waiting', chance: 'open' });
      for (const each of lapsed) expect(each.offeredUntil).toBe(plusSeconds(NOW, -1));
      for (const day of DAYS) {
        const ofDay = (some: InLine[]) => some.filter((each) => each.day === day);
        const sum = (some: InLine[]) => ofDay(some).reduce((all, { units }) => all + units, 0);
        const ended = [...over, ...lapsed].filter(({ state }) => state === 'offered');
        const { units = 0, orders = 0 } = left.get(day) ?? {};
        const free = units + sum(ended);
        const places = orders + ofDay(ended).length;
        if (sum(offered) > 0) expect(sum(offered)).toBeLessThanOrEqual(free);
        if (sum(offered) > 0) expect(ofDay(offered).length).toBeLessThanOrEqual(places);
        // Who is passed over did not fit when it was their turn.
        for (const passed of ofDay(line)) {
          if (passed.state !== 'waiting' || passed.chance !== 'open') continue;
          const isOffered = offered.some(({ id }) => id === passed.id);
          const before = ofDay(offered.filter(({ id }) => Number(id) < Number(passed.id)));
          expect(isOffered).toBe(passed.units <= free - sum(before) && places > before.length);
        }
      }
    }),
  );
});

test('the end of an offer names its day if that is another', () => {
  expect(offerEndInWords(offerEnd('2026-12-12T12:30:00Z'), '2026-12-12T12:30:00Z')).toBe('14:30');
  expect(offerEndInWords(offerEnd('2026-12-12T22:30:00Z'), '2026-12-12T22:30:00Z')).toBe(
    '00:30 on Sunday 13 December',
  );
  // The clocks go back meanwhile: two hours, not three.
  expect(offerEndInWords(offerEnd('2026-10-25T00:30:00Z'), '2026-10-25T00:30:00Z')).toBe('02:30');
});
