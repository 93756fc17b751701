import { isObject, type JsonObject } from './protocol.ts';

/**
 * Parses Stripe's form encoding, `line_items[0][price]=…`, into nested objects.
 * Lists stay objects: only the schema knows whether `0` is an index or a metadata key.
 */
export function parseFormBody(encoded: string): JsonObject {
  const root = emptyObject();
  for (const [name, value] of new URLSearchParams(encoded)) insert(root, pathOf(name), value);
  return root;
}

/** The parameters in a fixed order, to compare two requests. */
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
    // `lookup_keys[]=x` appends.
    const key = part === '' ? String(Object.keys(node).length) : part;
    const existing = Object.hasOwn(node, key) ? node[key] : undefined;
    if (depth === path.length - 1) {
      node[key] = value;
    } else if (isObject(existing)) {
      node = existing;
    } else {
      const child = emptyObject();
      node[key] = child;
      node = child;
    }
  }
}

/** Without a prototype, which a parameter named `__proto__` would replace. */
function emptyObject(): JsonObject {
  return Object.create(null);
}
