import type { Pool } from 'pg';

/** More than there are queries; of those that come with lists there is one for each length. */
const MOST_PREPARED = 200;

/**
 * Has PostgreSQL parse and plan a query once for each connection instead of each time. Not one that
 * asks for `*`: what it answers would change under it when a newer server migrates.
 */
export function prepareStatements(pool: Pool): void {
  const names = new Map<string, string>();

  function nameOf(text: string): string | undefined {
    const known = names.get(text);
    if (known !== undefined || text.includes('*') || names.size === MOST_PREPARED) return known;
    const name = `battenberg-${names.size}`;
    names.set(text, name);
    return name;
  }

  pool.on('connect', (client) => {
    client.query = new Proxy(client.query, {
      apply(query, self, given) {
        const [text, values] = given;
        // Without values it is a word such as `begin`.
        if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0) {
          return Reflect.apply(query, self, given);
        }
        return Reflect.apply(query, self, [{ name: nameOf(text), text, values }]);
      },
    });
  });
}
