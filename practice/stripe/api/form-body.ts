import { isObject, type JsonObject } from './json.ts';

/**
 * Reads Stripe's form encoding, `line_items[0][price]=…`, into a tree of objects keyed by strings.
 * Whether `0` is a list's index or a metadata key only the schema knows, so lists stay objects here.
 */
export function parseFormBody(encoded: string): JsonObject {
  const root: JsonObject = {};
  for (const [name, value] of new URLSearchParams(encoded)) insert(root, pathOf(name), value);
  return root;
}

/** The same parameters in one order, to tell whether two requests ask for the same thing. */
export function canonicalForm(encoded: string): string {
  const parameters = new URLSearchParams(encoded);
  parameters.sort();
  return parameters.toString();
}

/** `a[b][0]` → `['a', 'b', '0']`. */
function pathOf(name: string): string[] {
  const [head = '', ...rest] = name.split('[');
  return [head, ...rest.map((part) => part.replace(/\]$/, ''))];
}

function insert(root: JsonObject, path: string[], value: string): void {
  let node = root;
  for (const [depth, part] of path.entries()) {
    // `lookup_keys[]=x` appends, as an index does that counts up.
    const key = part === '' ? String(Object.keys(node).length) : part;
    const existing = Object.hasOwn(node, key) ? node[key] : undefined;
    if (depth === path.length - 1) {
      define(node, key, value);
    } else if (isObject(existing)) {
      node = existing;
    } else {
      const child: JsonObject = {};
      define(node, key, child);
      node = child;
    }
  }
}

/** A plain assignment to a key called `__proto__` would not make a key. */
function define(node: JsonObject, key: string, value: unknown): void {
  Object.defineProperty(node, key, {
    value,
    enumerable: true,
    configurable: true,
    writable: true,
  });
}
