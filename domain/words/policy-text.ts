import type { Policy } from './words.ts';

type Part = Policy['parts'][number];

/** The parts as one text to edit: a line that starts with `# ` is a title, a blank line ends a paragraph. */
export function writePolicyText(parts: Part[]): string {
  return parts.flatMap(({ title, paragraphs }) => [`# ${title}`, ...paragraphs]).join('\n\n');
}

/**
 * Reads what `writePolicyText` writes. A part keeps the id of the known part with its title.
 * @returns undefined if words stand before the first title.
 */
export function readPolicyText(text: string, known: Part[]): Part[] | undefined {
  const parts: Omit<Part, 'id'>[] = [];
  for (const paragraph of readParagraphs(text.replace(/^# .*$/gm, '\n\n$&\n\n'))) {
    const part = parts.at(-1);
    if (paragraph.startsWith('# ')) {
      parts.push({ title: paragraph.slice(2).trim(), paragraphs: [] });
    } else if (part) part.paragraphs.push(paragraph);
    else return undefined;
  }
  const ids = new Set<string>();
  return parts.map((part) => {
    const before = known.find(({ id, title }) => title === part.title && !ids.has(id));
    const id = before?.id ?? newId([...known.map((other) => other.id), ...ids]);
    ids.add(id);
    return { id, ...part };
  });
}

function newId(taken: string[]): string {
  let number = 1;
  while (taken.includes(`part-${number}`)) number += 1;
  return `part-${number}`;
}

/** Paragraphs are separated by blank lines; a line break stays within its paragraph. */
export function readParagraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '');
}

/** The names in braces: `{phone}`. */
export function placeholdersIn(text: string): string[] {
  return [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
}
