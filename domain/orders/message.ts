import { lineProblem } from './plain-text.ts';

/** Of what staff write to a customer: a page of text. */
export const WRITTEN_MAX = 2_000;

/** The maximum number of letters on a cake (spec §5, §9). */
export const MESSAGE_MAX = 30;
export const MESSAGE_PLACEHOLDER = `Enter text here (max ${MESSAGE_MAX} letters)`;

/** ASCII text needs no grapheme segmenter. */
const PLAIN = /^[ -~]*$/;
let graphemes: Intl.Segmenter | undefined;

/** Counts graphemes: `é` and a flag are one each, in every encoding. */
export function countGraphemes(text: string): number {
  if (PLAIN.test(text)) return text.length;
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return [...graphemes.segment(text)].length;
}

/** The longest emoji in use, a family with skin tones, is 15 code units long. */
const LONGEST_LETTER = 16;

/** @returns why a message cannot be written on a cake, or undefined. */
export function messageProblem(text: string): string | undefined {
  const problem = lineProblem(text);
  if (problem) return problem;
  if (countGraphemes(text) > MESSAGE_MAX) return `Please use at most ${MESSAGE_MAX} letters.`;
  return text.length > MESSAGE_MAX * LONGEST_LETTER
    ? 'Please use fewer marks on top of each letter.'
    : undefined;
}
