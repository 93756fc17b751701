import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MessageOnCake } from './line.ts';
import { countLetters, firstLetters, MESSAGE_MAX } from './message.ts';

describe('the message on a cake', () => {
  test('thirty letters fit, thirty-one do not', () => {
    expect(MessageOnCake.safeParse('x'.repeat(30)).success).toBe(true);
    expect(MessageOnCake.safeParse('x'.repeat(31)).error?.issues[0]?.message).toBe(
      'Please use at most 30 letters.',
    );
  });

  test('letters are what a person would count', () => {
    expect(countLetters('Zoë')).toBe(3);
    expect(countLetters('e\u0301')).toBe(1);
    expect(countLetters('👩‍👩‍👧🇬🇧')).toBe(2);
    expect(MessageOnCake.safeParse('🇬🇧'.repeat(30)).success).toBe(true);
  });

  test.each([['a\nb'], ['a\u0000b'], ['abc\u202Etxt'], ['\u200Fabc'], ['a\rBcc: x']])(
    '%j is refused: it would break or turn the text around it',
    (text) => {
      expect(MessageOnCake.safeParse(text).success).toBe(false);
    },
  );

  test('cutting never leaves more than fits, nor half a letter', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const cut = firstLetters(text, MESSAGE_MAX);
        expect(countLetters(cut)).toBeLessThanOrEqual(MESSAGE_MAX);
        expect(text.startsWith(cut)).toBe(true);
      }),
    );
  });
});
