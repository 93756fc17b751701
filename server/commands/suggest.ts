const MAX_SUGGESTIONS = 3;
/** One edit for every three letters typed. */
const LETTERS_PER_EDIT = 3;

/** The candidates that `typed` may be a misspelling of, closest first. */
export function suggest(typed: string, candidates: string[]): string[] {
  const ranked = candidates.map((name) => ({ name, edits: substringDistance(typed, name) }));
  const fewest = Math.min(...ranked.map(({ edits }) => edits));
  const most = Math.max(1, Math.floor(typed.length / LETTERS_PER_EDIT));
  return ranked
    .filter(({ edits }) => edits <= Math.min(most, fewest + 1))
    .sort((a, b) => a.edits - b.edits || a.name.length - b.name.length)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name);
}

/** The edit distance between `typed` and the nearest substring of `name` (Sellers, 1980). */
function substringDistance(typed: string, name: string): number {
  const letters = [...name];
  let row = [0, ...letters.map(() => 0)];
  for (const [index, typedLetter] of [...typed].entries()) {
    const previous = row;
    row = [index + 1];
    for (const [column, letter] of letters.entries()) {
      const substituted = (previous[column] ?? 0) + (typedLetter === letter ? 0 : 1);
      row.push(Math.min(substituted, (previous[column + 1] ?? 0) + 1, (row[column] ?? 0) + 1));
    }
  }
  return Math.min(...row);
}
