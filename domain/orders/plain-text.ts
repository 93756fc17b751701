/**
 * Characters that a visitor's text must not contain: line breaks (which would break the cafe's e-mail),
 * changes of reading direction, invisible characters and lone surrogates.
 */
export const UNREADABLE = new RegExp(
  [
    // Controls, line and paragraph separators, lone surrogates, private use.
    /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}]/u,
    // Invisible characters and direction controls, except those handled below.
    /(?!\u200C|\u200D|[\uFE00-\uFE0F]|[\u{E0020}-\u{E007F}]|[\u{E0100}-\u{E01EF}])[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u,
    // Joiners are allowed inside emoji and some scripts; elsewhere they are invisible.
    /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{M}\p{Script=Arabic}])[\u200C\u200D]/u,
    // One variation selector per character; the supplementary ones only for Chinese characters.
    /[\uFE00-\uFE0F](?=[\uFE00-\uFE0F])|(?<!\p{Script=Han})[\u{E0100}-\u{E01EF}]/u,
    // Tag characters are allowed only in the flags of England, Scotland and Wales.
    /(?<!\u{1F3F4}[\u{E0020}-\u{E007E}]{0,6})[\u{E0020}-\u{E007F}]/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'u',
);

/** @returns what is wrong with a visitor's line of text, or undefined. */
export function lineProblem(text: string): string | undefined {
  return UNREADABLE.test(text)
    ? 'Please type this again: there is a line break or an invisible character in it.'
    : undefined;
}

/** Of what staff write to a customer: a page of text. */
export const WRITTEN_MAX = 2_000;

/** The maximum number of letters on a cake (spec §5, §9). */
export const MESSAGE_MAX = 30;
export const MESSAGE_PLACEHOLDER = `Enter text here (max ${MESSAGE_MAX} letters)`;

/** ASCII text needs no grapheme segmenter, whose first use is slow, and every cafe pipes it. */
const PLAIN = /^[ -~]*$/;
let graphemes: Intl.Segmenter | undefined;

/** Counts graphemes: `é` and a flag are one each, in every encoding. */
export function countGraphemes(text: string): number {
  return PLAIN.test(text) ? text.length : graphemesOf(text).length;
}

/** The letters of a text, as people count them. */
function graphemesOf(text: string): string[] {
  if (PLAIN.test(text)) return [...text];
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** Latin letters with their accents, numbers, and the punctuation beside them: every cafe pipes these. */
const PIPED =
  /^(?:[ -~\u00A0-\u00BF\u2000-\u200A\u2010-\u2027\u2030-\u205E€]|\p{Script=Latin}[\u0300-\u036F]*)$/u;

/** What the keyboards of phones type for the symbols that cafes name. */
const DRAWN_ALIKE: Record<string, string> = { '❤': '♥', '⭐': '★' };

/** The symbol whatever its colour: emoji and text are drawn alike in icing. */
function drawn(symbol: string): string {
  const bare = symbol.replace(/[\uFE0E\uFE0F]/g, '');
  return DRAWN_ALIKE[bare] ?? bare;
}

/** @param symbols what the cafe pipes besides letters, numbers and punctuation. @returns what can be piped of a message. */
export function pipedPart(message: string, symbols: string): string {
  if (PLAIN.test(message)) return message;
  const piped = new Set(graphemesOf(symbols.normalize()).map(drawn));
  const letters = graphemesOf(message.normalize());
  const isPiped = (letter: string) => PIPED.test(letter) || piped.has(drawn(letter));
  return letters.every(isPiped)
    ? message
    : letters.filter(isPiped).join('').replace(/ {2,}/g, ' ').trim();
}

/** Says what the cafe pipes, if the message contains something else. */
export function pipingProblem(message: string, symbols: string): string | undefined {
  if (pipedPart(message, symbols) === message) return undefined;
  const named = graphemesOf(symbols).filter((symbol) => symbol.trim() !== '');
  const all = ['letters', 'numbers', ...named];
  return `We pipe ${all.slice(0, -1).join(', ')} and ${all.at(-1)}. Please ring for others.`;
}

/** The longest emoji in use, a family with skin tones, is 15 code units long. */
const LONGEST_LETTER = 16;

/**
 * @param most letters; default: as many as fit on a cake.
 * @returns why a message cannot be written on a cake, or a longer one elsewhere, or undefined.
 */
export function messageProblem(text: string, most = MESSAGE_MAX): string | undefined {
  const problem = lineProblem(text);
  if (problem) return problem;
  if (countGraphemes(text) > most) return `Please use at most ${most} letters.`;
  return text.length > most * LONGEST_LETTER
    ? 'Please use fewer marks on top of each letter.'
    : undefined;
}
