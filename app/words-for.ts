/** The words for what the address says; empty if it says nothing that is known. */
export function wordsFor(words: Record<string, string>, name: string | null): string {
  return name !== null && Object.hasOwn(words, name) ? (words[name] ?? '') : '';
}
