import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { AWKWARD } from '#test/samples.ts';
import { countGraphemes, pipedPart, pipingProblem } from './plain-text.ts';
import { MessageOnCake, PlainLine } from './text-schemas.ts';

const isTaken = (text: string) => PlainLine.safeParse(text).success;

describe('a line from a visitor', () => {
  test.each([
    ['letters with accents, quotes, dashes, other alphabets', AWKWARD],
    ['letters that are put together from parts', 'Zoe\u0308 a\u0323\u0302'],
    ['right-to-left alphabets', 'שלום ومرحبا'],
    ['letters that a joiner keeps apart or together', 'علی\u200Cرضا ක්\u200Dෂ'],
    ['characters in a rarer look', '葛\u{E0100}'],
    ['markup, which is text like any other', '<img src=x onerror=alert(1)> {{name}} %0d%0a'],
    ['families, skin tones, hearts, keycaps', '👩🏽‍❤️‍💋‍👨🏻 👨‍👩‍👧‍👦 👍🏿 1️⃣ ❤︎'],
    [
      'flags of countries and of their parts',
      '🇬🇧 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} 🏳️‍🌈',
    ],
  ])('may have %s', (_, text) => {
    expect(PlainLine.parse(text)).toBe(text);
  });

  test.each([
    ['line breaks', ['\n', '\r', '\r\n', '\u0085', '\u2028', '\u2029', '\v', '\f']],
    ['other controls', ['\0', '\t', '\u001B[31m', '\u007F', '\u0080', '\u009F']],
    [
      'turns of the reading direction',
      [...'\u202A\u202B\u202C\u202D\u202E\u2066\u2067\u2068\u2069'],
    ],
    ['marks of the reading direction', [...'\u200E\u200F\u061C']],
    [
      'what cannot be seen',
      [...'\u200B\uFEFF\u00AD\u2060\u2063\u034F\u3164\u115F\u180E\u2800\uFFA0'],
    ],
    ['joiners that join nothing', ['\u200C', '\u200D']],
    ['looks piled up', ['\uFE0F\uFE0F', '\u{E0101}']],
    ['text written in tags', ['\u{E0001}', '\u{E0041}\u{E0064}\u{E0061}']],
    ['halves of letters, and letters of no alphabet', ['\uD83C', '\uDF82', '\uE000', '\uFFFF']],
  ])('has no %s, wherever they stand', (_, refused) => {
    for (const part of refused) {
      for (const text of [part, `${part}Ada`, `A${part}da`, `Ada${part}`]) {
        expect([text, isTaken(text)]).toEqual([text, false]);
      }
    }
  });

  test('is rejected with a message that says what to do', () => {
    expect(PlainLine.safeParse('Ada\nBcc: x').error?.issues[0]?.message).toBe(
      'Please type this again: there is a line break or an invisible character in it.',
    );
  });

  test('is accepted unchanged as one line, or rejected', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 6 }), (text) => {
        const taken = PlainLine.safeParse(text);
        if (!taken.success) return;
        expect(taken.data).toBe(text);
        expect(text).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        expect(text.isWellFormed()).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  test('may contain every emoji, alone and after another', () => {
    const all = Array.from({ length: 0x1fbff }, (_, code) => String.fromCodePoint(code)).filter(
      (letter) => /\p{Emoji}/u.test(letter),
    );
    const emoji = all
      .flatMap((letter) => [letter, `${letter}\uFE0F`, `${letter}\u{1F3FD}`, `👩\u200D${letter}`])
      .filter((text) => /^\p{RGI_Emoji}$/v.test(text));
    expect(emoji.length).toBeGreaterThan(1500);
    expect(emoji.filter((text) => !isTaken(`🎂${text}`))).toEqual([]);
  });
});

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

describe('what is piped of a message', () => {
  test.each([
    ['Latin letters of all languages', 'Zoë Łukasz Đặng Åse Zoe\u0308'],
    ['numbers and punctuation', `50 & “fine” – 100%, ½ £5 ‘ok’ #1… O'Neil`],
    ['the symbol of the setting, whatever its colour and shape', 'Ada ♥ ❤️ ♥\uFE0E'],
  ])('is all of it: %s', (_, message) => {
    expect(pipedPart(message, '♥')).toBe(message);
    expect(pipingProblem(message, '♥')).toBeUndefined();
  });

  test.each([
    ['Happy 🎂 Birthday 🎉', 'Happy Birthday'],
    ['I 💙 you', 'I you'],
    ['生日快乐', ''],
    ['שלום Ada', 'Ada'],
  ])('%s: only “%s”, and the customer is told', (message, rest) => {
    expect(pipedPart(message, '♥ ★')).toBe(rest);
    expect(pipingProblem(message, '♥ ★')).toBe(
      'We pipe letters, numbers, ♥ and ★. Please ring for others.',
    );
  });

  test('needs no symbols', () => {
    expect(pipingProblem('♥', '')).toBe('We pipe letters and numbers. Please ring for others.');
    expect(pipingProblem('Ada', '')).toBeUndefined();
  });

  test('is piped as it is, and the more symbols there are the more of it', () => {
    const letter = fc.constantFrom('a', 'é', ' ', '♥', '❤️', '★', '🎂', '👩🏽‍🍳', 'я', 'e\u0301');
    const text = fc.array(letter, { maxLength: 12 }).map((letters) => letters.join(''));
    fc.assert(
      fc.property(text, text, (message, symbols) => {
        const part = pipedPart(message, symbols);
        expect(pipedPart(part, symbols)).toBe(part);
        expect(pipingProblem(part, symbols)).toBeUndefined();
        expect(pipedPart(message, `${symbols} ${message}`)).toBe(message);
      }),
    );
  });
});
