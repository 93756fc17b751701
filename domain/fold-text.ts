const LETTERS = new Map(
  Object.entries({ Æ: 'AE', Ð: 'D', Đ: 'D', Ħ: 'H', Ł: 'L', Ø: 'O', Œ: 'OE', Þ: 'TH', Ŧ: 'T' }),
);

/** Makes texts alike that differ in case, accents, width or spaces, in apostrophes, quotation marks or dashes. */
export function foldText(text: string): string {
  return (
    text
      // So `ß` and `ẞ` become `SS`, and the two Greek sigmas one letter.
      .toLowerCase()
      .toUpperCase()
      // Typed as an apostrophe. NFKD makes it a space with an accent.
      .replaceAll('´', '')
      .normalize('NFKD')
      .replaceAll(/[\p{M}\p{Cc}\p{Cf}\p{Cs}]/gu, (match) => (/\s/.test(match) ? ' ' : ''))
      .replaceAll(/[\p{Pi}\p{Pf}'"`#\u02b9-\u02bf\u201a\u201e\u2032]/gu, '')
      .replaceAll(/[\p{Pd}\u2212]/gu, ' ')
      // NFKD turns `ª` into lower case.
      .toUpperCase()
      .replaceAll(/[ÆÐĐĦŁØŒÞŦ]/g, (letter) => LETTERS.get(letter) ?? letter)
      .replaceAll(/\s+/g, ' ')
      .trim()
  );
}
