import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AWKWARD } from '#test/samples.ts';
import { Day } from './day.ts';
import { type IcsEvent, icsFile } from './ics.ts';

const event: IcsEvent = {
  sequence: 0,
  uid: 'order-1',
  day: Day.parse('2026-12-05'),
  time: { starts: '08:00', ends: '09:00' },
  summary: 'Collect a cake',
  location: '12 Chequer Row, London',
  description: 'Order 1',
};
const WRITTEN_AT = '2026-11-21T09:08:07.123Z';

function linesOf(changes: Partial<IcsEvent>): string[] {
  return unfold(icsFile([{ ...event, ...changes }], WRITTEN_AT)).split('\r\n');
}

function unfold(file: string): string {
  return file.replaceAll('\r\n ', '');
}

describe('icsFile', () => {
  test('formats one event with CRLF line ends', () => {
    expect(icsFile([event], WRITTEN_AT)).toBe(
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//Collection days//EN',
        'BEGIN:VEVENT',
        'UID:order-1',
        'DTSTAMP:20261121T090807Z',
        'DTSTART:20261205T080000Z',
        'DTEND:20261205T090000Z',
        'SUMMARY:Collect a cake',
        'LOCATION:12 Chequer Row\\, London',
        'DESCRIPTION:Order 1',
        'TRANSP:TRANSPARENT',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n'),
    );
  });

  test.each([
    ['2027-03-27', '080000', '090000'],
    // The night before, clocks go forward; and on 31 October back.
    ['2027-03-28', '070000', '080000'],
    ['2027-10-30', '070000', '080000'],
    ['2027-10-31', '080000', '090000'],
    ['2028-02-29', '080000', '090000'],
  ])('times are of London: %s', (day, starts, ends) => {
    const lines = linesOf({ day: Day.parse(day) });
    expect(lines).toContain(`DTSTART:${day.replaceAll('-', '')}T${starts}Z`);
    expect(lines).toContain(`DTEND:${day.replaceAll('-', '')}T${ends}Z`);
  });

  test('without a time it lasts all day', () => {
    const lines = linesOf({ day: Day.parse('2026-12-31'), time: undefined });
    expect(lines).toContain('DTSTART;VALUE=DATE:20261231');
    expect(lines).toContain('DTEND;VALUE=DATE:20270101');
  });

  test('with a page it has the link and an alarm on the day before', () => {
    const url = 'https://cafe.example/my-order/token';
    expect(linesOf({ url })).toEqual(
      expect.arrayContaining([`URL:${url}`, 'BEGIN:VALARM', 'TRIGGER:-P1D', 'END:VALARM']),
    );
    expect(linesOf({ url, time: undefined })).toContain('TRIGGER:-PT6H');
    expect(linesOf({ url, isCancelled: true })).not.toContain('BEGIN:VALARM');
  });

  test('cancelled, it disappears; a file of nothing else is a cancellation', () => {
    expect(linesOf({ isCancelled: true })).toEqual(
      expect.arrayContaining(['METHOD:CANCEL', 'STATUS:CANCELLED']),
    );
    const mixed = icsFile([event, { ...event, isCancelled: true }], WRITTEN_AT);
    expect(mixed.match(/STATUS:CANCELLED/g)).toHaveLength(1);
    for (const file of [mixed, icsFile([], WRITTEN_AT)]) expect(file).not.toContain('METHOD');
  });

  test('special characters are escaped', () => {
    expect(linesOf({ summary: 'a;b,c\\d\r\ne\nf' })).toContain('SUMMARY:a\\;b\\,c\\\\d\\ne\\nf');
  });

  test('lines have at most 75 octets, and unfolding restores the text', () => {
    const words = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 300 }), fc.constant(AWKWARD));
    fc.assert(
      fc.property(words, (description) => {
        const file = icsFile([{ ...event, description }], WRITTEN_AT);
        for (const line of file.split('\r\n')) {
          expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
          expect(line.isWellFormed()).toBe(true);
        }
        const line = unfold(file)
          .split('\r\n')
          .find((each) => each.startsWith('DESCRIPTION:'));
        expect(unescaped(line?.slice('DESCRIPTION:'.length) ?? '')).toBe(
          description.replaceAll(/\r\n|\r/g, '\n'),
        );
      }),
    );
  });
});

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter));
}
