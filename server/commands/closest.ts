/** How many are offered for one that does not exist: as many as are read at a glance. */
const OFFERED = 3;
/** One letter in so many may be wrong; any more, and it is another word. */
const LETTERS_A_SLIP = 3;

/** What somebody may have meant who typed `typed`, closest first; none where nothing is close. */
export function closest(typed: string, among: string[]): string[] {
  const all = among.map((name) => ({ name, slips: slipsWithin(typed, name) }));
  const fewest = Math.min(...all.map(({ slips }) => slips));
  const most = Math.max(1, Math.floor(typed.length / LETTERS_A_SLIP));
  return all
    .filter(({ slips }) => slips <= Math.min(most, fewest + 1))
    .sort((a, b) => a.slips - b.slips || a.name.length - b.name.length)
    .slice(0, OFFERED)
    .map(({ name }) => name);
}

/**
 * The fewest letters to add, drop or change until `typed` stands somewhere in `name`, so that a part
 * of a name is as close as the whole. (Sellers, 1980: the edit distance that may start anywhere.)
 */
function slipsWithin(typed: string, name: string): number {
  const letters = [...name];
  let row = [0, ...letters.map(() => 0)];
  for (const [at, letter] of [...typed].entries()) {
    const above = row;
    row = [at + 1];
    for (const [place, there] of letters.entries()) {
      const changed = (above[place] ?? 0) + (letter === there ? 0 : 1);
      row.push(Math.min(changed, (above[place + 1] ?? 0) + 1, (row[place] ?? 0) + 1));
    }
  }
  return Math.min(...row);
}
