import { UNREADABLE } from './plain-text.ts';

/** The lines of a longer text, without what `lineProblem` rejects. */
export function readableLines(text: string): string[] {
  return text
    .normalize()
    .split(/\r\n?|[\n\u2028\u2029]/)
    .map((line) => readableText(line.replaceAll('\t', ' ')).trimEnd());
}

/** A text of several lines, as it is stored. */
export function readText(typed: string): string {
  return readableLines(typed).join('\n').trim();
}

/** Removes what `lineProblem` rejects. */
function readableText(text: string): string {
  const readable = text.replace(new RegExp(UNREADABLE, 'gu'), '');
  // Removing a character can make its neighbour unreadable.
  return readable === text ? text : readableText(readable);
}
