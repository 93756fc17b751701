import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countGraphemes } from './message.ts';
import { MessageOnCake } from './text-schemas.ts';

describe('the message on a cake', () => {
  test('thirty letters fit, thirty-one do not', () => {
    expect(MessageOnCake.safeParse('x'.repeat(30)).success).toBe(true);
    expect(MessageOnCake.safeParse('x'.repeat(31)).error?.issues[0]?.message).toBe(
      'Please use at most 30 letters.',
    );
  });

  test('letters are counted as a person would', () => {
    expect(countGraphemes('Zoë')).toBe(3);
    expect(countGraphemes('e\u0301')).toBe(1);
    expect(countGraphemes('👩‍👩‍👧🇬🇧')).toBe(2);
    expect(MessageOnCake.safeParse('🇬🇧'.repeat(30)).success).toBe(true);
  });

  test('a letter may have a few combining marks', () => {
    expect(MessageOnCake.safeParse('👩🏽‍❤️‍💋‍👨🏻'.repeat(30)).success).toBe(true);
    expect(MessageOnCake.safeParse(`A${'\u0300'.repeat(1000)}`).success).toBe(false);
  });

  test.each([['a\nb'], ['a\u0000b'], ['abc\u202Etxt'], ['\u200Fabc'], ['a\rBcc: x']])(
    '%j is refused: it would break or turn the text around it',
    (text) => {
      expect(MessageOnCake.safeParse(text).success).toBe(false);
    },
  );

  test('ASCII text is counted like other text', () => {
    const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
    const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }));
    fc.assert(
      fc.property(text, (written) => {
        expect(countGraphemes(written)).toBe([...graphemes.segment(written)].length);
      }),
    );
  });
});
