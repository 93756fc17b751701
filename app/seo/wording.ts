import { cafe } from '#cafe/cafe.ts';

/** What search engines show before they cut. */
const TITLE_LETTERS = 60;
const DESCRIPTION_LETTERS = 155;

/** `Victoria Sponge · Battenberg`; a title too long for both keeps its own words. */
export function documentTitle(title: string): string {
  const withName = `${title} · ${cafe.name}`;
  return withName.length <= TITLE_LETTERS ? withName : shorten(title, TITLE_LETTERS);
}

export function documentDescription(text: string): string {
  return shorten(text, DESCRIPTION_LETTERS);
}

/** As many whole sentences as there is room for; as many words where the first is too long. */
function shorten(text: string, limit: number): string {
  const letters = [...text];
  if (letters.length <= limit) return text;
  const sentences = /^.*[.?](?=\s)/su.exec(letters.slice(0, limit + 1).join(''))?.[0] ?? '';
  // An abbreviation near the beginning is no sentence.
  if (sentences.length > limit / 3) return sentences;
  const words = letters.slice(0, limit - 1).join('');
  return `${words.replace(/\s+\S*$/u, '')}…`;
}
