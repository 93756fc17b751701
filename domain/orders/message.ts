import { lineProblem } from './plain-text.ts';

/** Letters that fit on a cake (spec §5, §9). */
export const MESSAGE_MAX = 30;
export const MESSAGE_PLACEHOLDER = `Enter text here (max ${MESSAGE_MAX} letters)`;

/** In plain English every character is a letter; only the rest takes the platform's long way. */
const PLAIN = /^[ -~]*$/;
let graphemes: Intl.Segmenter | undefined;

/** How many letters a person would count: `é` and a flag are one each, however they are encoded. */
export function countLetters(text: string): number {
  if (PLAIN.test(text)) return text.length;
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return [...graphemes.segment(text)].length;
}

/** The longest letter that people use, a family of emoji with skin tones, is 15 long. */
const LONGEST_LETTER = 16;

/** @returns why this cannot be written on a cake, or nothing. */
export function messageProblem(text: string): string | undefined {
  const problem = lineProblem(text);
  if (problem) return problem;
  if (countLetters(text) > MESSAGE_MAX) return `Please use at most ${MESSAGE_MAX} letters.`;
  return text.length > MESSAGE_MAX * LONGEST_LETTER
    ? 'Please use fewer marks on top of each letter.'
    : undefined;
}
