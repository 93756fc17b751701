/**
 * What has no place in a line that people read: what breaks the line (and with it the cafe's e-mail),
 * what turns the reading direction of the text around it, what cannot be seen, and halves of letters.
 */
const UNREADABLE = new RegExp(
  [
    // Controls, line and paragraph separators, lone surrogates, letters of nobody's alphabet.
    /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Noncharacter_Code_Point}]/u,
    // Everything invisible and every turn of direction, but for what is dealt with below.
    /(?!\u200C|\u200D|[\uFE00-\uFE0F]|[\u{E0020}-\u{E007F}]|[\u{E0100}-\u{E01EF}])[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u,
    // Joiners hold emoji together, and the letters of some alphabets; elsewhere they only hide.
    /(?<![\p{Extended_Pictographic}\p{Emoji_Modifier}\p{M}\p{Script=Arabic}])[\u200C\u200D]/u,
    // One choice of a letter's look is enough; the rarer ones are for Chinese characters alone.
    /[\uFE00-\uFE0F](?=[\uFE00-\uFE0F])|(?<!\p{Script=Han})[\u{E0100}-\u{E01EF}]/u,
    // Tags spell the flags of England, Scotland and Wales; elsewhere they are invisible text.
    /(?<!\u{1F3F4}[\u{E0020}-\u{E007E}]{0,6})[\u{E0020}-\u{E007F}]/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'u',
);

/** @returns what is wrong with a line of text from a visitor, or nothing. */
export function lineProblem(text: string): string | undefined {
  return UNREADABLE.test(text)
    ? 'Please type this anew: there is a line break or an invisible character in it.'
    : undefined;
}
