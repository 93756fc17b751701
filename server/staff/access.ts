import type { Role } from '#domain/staff/person.ts';

/** A role includes those after it. */
type Access = Role | 'anyone';

/** Every path of the owner's side. The first match counts. What is not listed is the owner's alone. */
export const accessTable: { path: string; for: Access }[] = [
  { path: '/owner/sign-in', for: 'anyone' },
  { path: '/owner/sign-in/code', for: 'anyone' },
  { path: '/owner/welcome', for: 'anyone' },
  { path: '/owner/passkeys/sign-in', for: 'anyone' },
  // Also after the session has ended.
  { path: '/owner/sign-out', for: 'anyone' },
  { path: '/owner/you', for: 'kitchen' },
  { path: '/owner/passkeys/add', for: 'kitchen' },
  { path: '/owner', for: 'kitchen' },
  { path: '/owner/week', for: 'kitchen' },
  { path: '/owner/day/:day', for: 'kitchen' },
  { path: '/owner/orders', for: 'kitchen' },
  // Otherwise `new` would be an order of the next line.
  { path: '/owner/orders/new', for: 'owner' },
  { path: '/owner/orders/:order', for: 'kitchen' },
  { path: '/owner/orders/:order/made', for: 'kitchen' },
  { path: '/owner/orders/:order/seen', for: 'kitchen' },
  { path: '/owner/more', for: 'kitchen' },
  { path: '/owner/live', for: 'kitchen' },
  { path: '/owner/print/bake-sheet/:day', for: 'kitchen' },
  { path: '/owner/print/tickets/:day', for: 'kitchen' },
  { path: '/owner/print/label/:order/:day', for: 'kitchen' },
  { path: '/owner/needs-you', for: 'kitchen' },
  { path: '/owner/people', for: 'owner' },
];

/** @param path normalized (`normalizePath`). */
export function accessOf(path: string): Access {
  return accessTable.find((rule) => matches(path, rule.path))?.for ?? 'owner';
}

export function mayEnter(role: Role | undefined, needed: Access): boolean {
  return needed === 'anyone' || role === 'owner' || (role !== undefined && role === needed);
}

function matches(path: string, pattern: string): boolean {
  const [parts, expected] = [path.split('/'), pattern.split('/')];
  return (
    parts.length === expected.length &&
    expected.every((part, index) => part === parts[index] || part.startsWith(':'))
  );
}
