export interface Change {
  /** `/cakes/7`; of a whole topic `/cakes`, of everything `/`. */
  path: string;
  /** As it is now; null when it has gone. */
  record: unknown;
}

/** What an event of the server's says; nothing when it cannot be read. */
export function changesIn(event: { type: string; data: unknown }): Change[] {
  const said = parse(event.data);
  if (!isObject(said) || typeof said.path !== 'string') return [];
  const { path, data } = said;
  if (event.type === 'put') return [{ path, record: data }];
  if (!isObject(data)) return [];
  return Object.entries(data).map(([name, record]) => ({ path: `${path}/${name}`, record }));
}

/** Whether it is a topic as a whole that has changed, and so perhaps anything in it. */
export function isWhole({ path }: Change): boolean {
  return path.lastIndexOf('/') === 0;
}

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text));
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
