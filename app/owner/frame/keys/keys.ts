import { href, type NavigateFunction } from 'react-router';
import { browserSwitch } from '#app/owner/frame/browser-switch.tsx';
import type { Role } from '#domain/staff/person.ts';
import { may } from '#domain/staff/rights.ts';

// Single keys, for a screen beside the oven with a keyboard. They can be switched off (WCAG 2.1.4).

export const keys = browserSwitch('owner-keys', true);

export const SHORTCUTS: [key: string, what: string][] = [
  ['t', 'Today'],
  ['w', 'Week'],
  ['o', 'Orders'],
  ['q', 'Requests'],
  ['n', 'New order'],
  ['/', 'Search'],
  ['j', 'Next row'],
  ['k', 'Row before'],
  ['Enter', 'Open the row'],
  ['r', 'Ready'],
  ['c', 'Collected'],
  ['m', 'Move to another day'],
  ['p', 'Print'],
  ['z', 'Undo'],
  ['?', 'This list'],
];

/** Whether the key does what this person may. */
export function mayPress(role: Role, key: string): boolean {
  return !['n', 'q'].includes(key) || may(role, 'take-orders');
}

const SCREENS: Record<string, () => string> = {
  n: () => href('/owner/orders/new'),
  t: () => href('/owner'),
  w: () => href('/owner/week'),
  o: () => href('/owner/orders'),
  q: () => href('/owner/requests'),
};

/** Runs the shortcut of a key, except in a text field. */
export function pressKey(event: KeyboardEvent, navigate: NavigateFunction, role: Role): void {
  const { key, target, ctrlKey, metaKey, altKey, defaultPrevented } = event;
  if (ctrlKey || metaKey || altKey || defaultPrevented || !keys.isOn()) return;
  if (!mayPress(role, key)) return;
  if (document.querySelector('dialog:modal')) return;
  const element = target instanceof Element ? target : document.body;
  if (element.closest('input, textarea, select, [contenteditable]')) return;
  if (runShortcut(key, element, navigate)) event.preventDefault();
}

/** @returns whether the key has a shortcut on this screen. */
function runShortcut(key: string, from: Element, navigate: NavigateFunction): boolean {
  const screen = SCREENS[key]?.();
  if (screen) {
    void navigate(screen);
    return true;
  }
  switch (key) {
    case '/':
      if (!focusSearch()) void navigate(`${href('/owner/orders')}#search`);
      return true;
    case 'j':
    case 'k':
      return moveToRow(from, key === 'j' ? 1 : -1);
    case 'r':
    case 'c':
      return press(from.closest('[data-row]'), key);
    case 'm':
    case 'p':
      return press(from.closest('[data-row]'), key) || press(document, key);
    case 'z':
      return press(document, key);
    case '?': {
      const help = document.getElementById('keys');
      if (help instanceof HTMLDialogElement) help.showModal();
      return true;
    }
    default:
      return false;
  }
}

/** @returns whether there is a search field on this screen. */
function focusSearch(): boolean {
  const field = document.getElementById('search');
  field?.focus();
  return field !== null;
}

function press(where: ParentNode | null, key: string): boolean {
  const button = where?.querySelector<HTMLElement>(`[data-shortcut="${key}"]`);
  // The notice with Undo stays in the document after its time.
  if (!button?.checkVisibility({ visibilityProperty: true })) return false;
  button.click();
  return true;
}

function moveToRow(from: Element, step: 1 | -1): boolean {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  const current = rows.findIndex((row) => row.contains(from));
  const start = current === -1 && step === -1 ? rows.length : current;
  const row = rows[Math.min(Math.max(start + step, 0), rows.length - 1)];
  const link = row?.matches('a') ? row : row?.querySelector<HTMLElement>('a');
  link?.focus();
  row?.scrollIntoView({ block: 'nearest' });
  return row !== undefined;
}
