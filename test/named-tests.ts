const NOT_RUN = /\b(test|it|describe)(\.\w+)*\.(skip|todo|fixme|only|skipIf|runIf|fails)\b/;
const COMMENTS = /^\s*\/\/.*$|^\s*\/\*[\s\S]*?\*\//gm;

/**
 * Whether a test file has a test with this title, also after a `${…}: ` prefix. False for all titles of a
 * file that skips any test.
 */
export function hasTest(source: string, name: string): boolean {
  const code = source.replaceAll(COMMENTS, '');
  if (NOT_RUN.test(code)) return false;
  const escaped = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const title = new RegExp(`[([]\\s*['"\`](?:\\$\\{\\w+\\}: )?${escaped}['"\`]`, 'g');
  return [...code.matchAll(title)].some(({ index }) => isTestCall(code.slice(0, index)));
}

/** @param before the code before the title's parenthesis, or before its row in a table of `test.each`. */
function isTestCall(before: string): boolean {
  if (/(?<![.\w])(test|it)$/.test(before)) return true;
  const isTable = /[)[,]\s*$/.test(before);
  const tables = [...before.matchAll(/\b(test|it|describe)\.each\b/g)];
  return isTable && /^(test|it)/.test(tables.at(-1)?.[0] ?? '');
}
