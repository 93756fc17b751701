import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { leadDaysForAll, rulesForAll } from '#domain/calendar/cake-rules.ts';
import { whyClosed } from '#domain/calendar/collection-days.ts';
import { Day } from '#domain/calendar/day.ts';
import { addDays, weekday } from '#domain/calendar/days.ts';
import type { DayRules } from '#domain/calendar/rules.ts';
import { sampleSeed } from '#test/samples.ts';
import { lastDayForTexts, lastDayToMove, maskEmail } from './customer-order.ts';

const day = fc.integer({ min: 0, max: 3_000 }).map((n) => addDays(Day.parse('2026-01-01'), n));
const leadDays = fc.integer({ min: 0, max: 30 });

describe('customers', () => {
  test('move an order while it could still be ordered on the next day', () => {
    fc.assert(
      fc.property(
        day,
        fc.array(leadDays, { maxLength: 4 }),
        fc.boolean(),
        (collected, own, isInDays) => {
          const calendar = sampleSeed().calendar;
          const rules: DayRules = {
            ...calendar,
            // In baking days the notice is longer, over the closed ones.
            ...(!isInDays && { noticeInBakingDays: true }),
            closedWeekdays: isInDays
              ? []
              : [weekday(addDays(collected, 1)), weekday(addDays(collected, -2))],
            closedPeriods: [],
            days: {},
          };
          const cakes = own.map((days) => ({ leadDays: days }));
          // Whether the cut-off of today has passed is no matter.
          const startsOn = addDays(collected, 9);
          const last = lastDayToMove(collected, {
            ...rules,
            startsOn,
            leadDays: leadDaysForAll(cakes, rules),
          });
          const orderableOn = (today: Day) =>
            whyClosed(collected, today, rulesForAll(cakes, rules, today)) === undefined;
          expect(orderableOn(addDays(last, 1))).toBe(true);
          expect(orderableOn(addDays(last, 2))).toBe(false);
        },
      ),
    );
  });

  test('fix a message until the end of the second day before', () => {
    expect(lastDayForTexts(Day.parse('2026-12-05'))).toBe('2026-12-03');
  });

  test.each([
    ['ada@example.org', 'a•••@e•••.org'],
    ['Ünsal.K@mail.example.co.uk', 'Ü•••@m•••.uk'],
    ['x@localhost', 'x•••@l•••'],
    ['nothing', '•••'],
    ['@example.org', '•••'],
  ])('see %s as %s', (email, masked) => {
    expect(maskEmail(email)).toBe(masked);
  });

  test('learn no address of anybody else from a masked one', () => {
    const part = fc.stringMatching(/^[a-z][a-z0-9]{3,20}$/);
    fc.assert(
      fc.property(part, part, (name, host) => {
        const masked = maskEmail(`${name}@${host}.org`);
        expect(masked).not.toContain(name);
        expect(masked).not.toContain(host);
      }),
    );
  });
});
