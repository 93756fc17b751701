/** Letters that fit on a cake (spec §5, §9). */
export const MESSAGE_MAX = 30;
export const MESSAGE_PLACEHOLDER = `Enter text here (max ${MESSAGE_MAX} letters)`;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** How many letters a person would count: `é` and a flag are one each, however they are encoded. */
export function countLetters(text: string): number {
  return [...graphemes.segment(text)].length;
}

/** The first `max` letters, never half of one. */
export function firstLetters(text: string, max: number): string {
  return [...graphemes.segment(text)]
    .slice(0, max)
    .map(({ segment }) => segment)
    .join('');
}

// Control characters break the e-mail's lines, bidirectional ones make it read as something else.
const UNPRINTABLE = /[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u;

/** @returns what is wrong with a line of text from a visitor, or nothing. */
export function lineProblem(text: string): string | undefined {
  return UNPRINTABLE.test(text) ? 'Please use ordinary letters on a single line.' : undefined;
}

/** @returns why this cannot be written on a cake, or nothing. */
export function messageProblem(text: string): string | undefined {
  const problem = lineProblem(text);
  if (problem) return problem;
  return countLetters(text) > MESSAGE_MAX
    ? `Please use at most ${MESSAGE_MAX} letters.`
    : undefined;
}
