import { UNREADABLE } from './plain-text.ts';

/** The lines of a longer text, without what `lineProblem` rejects. */
export function readableLines(text: string): string[] {
  return text
    .normalize()
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map((line) => readableText(line.replaceAll('\t', ' ')).trimEnd());
}

/** Removes what `lineProblem` rejects. */
function readableText(text: string): string {
  const readable = text.replace(new RegExp(UNREADABLE, 'gu'), '');
  // Removing a character can make its neighbour unreadable.
  return readable === text ? text : readableText(readable);
}
