import { expect, test } from 'vitest';
import { writeCsv } from './csv.ts';

test('quotes what would end a cell or a line, and begins with the byte order mark', () => {
  expect(
    writeCsv([
      ['Name', 'Words'],
      ['Zoë, O’Brien', 'say "hi"\nto Ada'],
    ]),
  ).toBe('\uFEFFName,Words\r\n"Zoë, O’Brien","say ""hi""\nto Ada"\r\n');
});

test.each(['=1+1', '+44 7700', '-2', '@SUM(A1)', '\t=1', '\r=1', ' =1', '＝1'])(
  'keeps %j from being run as a formula',
  (typed) => {
    expect(writeCsv([[typed]]).replace(/^\uFEFF"?/, '')).toMatch(/^'/);
  },
);

test('writes counts and amounts as numbers, in pounds with a sign', () => {
  expect(writeCsv([[3, { pence: 6850 }, { pence: -5 }, { pence: 0 }]])).toBe(
    '\uFEFF3,68.50,-0.05,0.00\r\n',
  );
});
