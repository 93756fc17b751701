import { type RefObject, use, useEffect, useEffectEvent, useLayoutEffect } from 'react';
import {
  type DataRouter,
  UNSAFE_DataRouterContext,
  useLocation,
  useNavigation,
} from 'react-router';

// While dialogs are open, the current history entry is the page's own with their ids, so that Back closes the
// last one and the page stays as it is (decision 052). A link in a dialog has `replace`: its page replaces
// that entry.

/** The open dialogs, the last on top. */
let opened: HTMLDialogElement[] = [];
/** From `history.go` until its event. */
let isGoingBack = false;
let afterGoingBack: (() => void) | undefined;
/** The router's key of the page; undefined where nothing has these dialogs. */
let pageKey: string | undefined;
/** It may have left that page, for one that is not rendered yet. */
let router: DataRouter | undefined;
let isLoading = false;

/** The ids of all dialogs. */
export type DialogId = 'basket' | 'pick-up' | 'select-a-day' | 'menu';

export function openDialog(id: DialogId): void {
  const dialog = findDialog(id);
  if (dialog && !dialog.open) dialog.showModal();
}

export function closeDialog(id: DialogId): void {
  findDialog(id)?.close();
}

function findDialog(id: DialogId): HTMLDialogElement | undefined {
  const element = document.getElementById(id);
  return element instanceof HTMLDialogElement ? element : undefined;
}

/** Gives a dialog a history entry while it is open. */
export function useHistoryEntry(
  ref: RefObject<HTMLDialogElement | null>,
  onOpen?: () => void,
): void {
  const notify = useEffectEvent(() => onOpen?.());
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    function update(isOpen: boolean) {
      if (isOpen) notify();
      if (!dialog || isOpen === opened.includes(dialog)) return;
      opened = isOpen ? [...opened, dialog] : opened.filter((other) => other !== dialog);
      // Later: when one dialog closes and another opens, the entry stays.
      queueMicrotask(updateEntry);
    }
    // Not every browser has a `toggle` event for dialogs, and `command` may open it before hydration.
    const observer = new MutationObserver(() => update(dialog.open));
    observer.observe(dialog, { attributeFilter: ['open'] });
    update(dialog.open);
    return () => {
      observer.disconnect();
      update(false);
    };
  }, [ref]);
}

/** Used once, by the layout. */
export function useDialogHistory(): void {
  const { key } = useLocation();
  const context = use(UNSAFE_DataRouterContext);
  const isNavigating = useNavigation().state !== 'idle';
  // Before the focus moves to the new page, on which an open dialog makes everything inert.
  useLayoutEffect(() => {
    pageKey = key;
    router = context?.router;
    isLoading = isNavigating;
    if (!isLoading) showEntry();
    return () => {
      // Those that were opened while the page was loading stay.
      if (!isLoading) closeAbove(0);
      pageKey = undefined;
    };
  }, [key, context, isNavigating]);
}

/** Closes the dialogs and goes on when their history entry is not the current one any more. */
export function leaveDialogs(goOn: () => void): void {
  const { length } = entryIds();
  closeAbove(0);
  if (length === 0) {
    goOn();
    return;
  }
  afterGoingBack = goOn;
  goBack(length);
}

// A `popstate` event has no phases, and its listeners run in the order of their registration. Modules of
// routes are loaded before the router starts, so this one comes before the router's.
if (typeof document !== 'undefined') addEventListener('popstate', follow);

function follow(event: PopStateEvent): void {
  const { key = 'default' } = Object(event.state);
  const wasGoingBack = isGoingBack;
  isGoingBack = false;
  const isOfPage = key === pageKey && key === router?.state.location.key;
  if (!isOfPage || (isLoading && !wasGoingBack)) return;
  // From the router, which would load the page again.
  event.stopImmediatePropagation();
  if (wasGoingBack) updateEntry();
  else {
    closeAbove(entryIds().length);
    showEntry();
  }
  afterGoingBack?.();
  afterGoingBack = undefined;
}

function entryIds(): string[] {
  const { dialogs }: { dialogs?: unknown } = Object(history.state);
  return Array.isArray(dialogs) ? dialogs.map(String) : [];
}

/** Makes the current entry that of the open dialogs. */
function updateEntry(): void {
  if (isGoingBack || isLoading) return;
  const ids = opened.map(({ id }) => id);
  const { length } = entryIds();
  const state = (depth: number) => ({ ...history.state, dialogs: ids.slice(0, depth) });
  try {
    if (ids.length < length) goBack(length - ids.length);
    else if (length > 0) history.replaceState(state(length), '');
    for (let depth = length + 1; depth <= ids.length; depth += 1) {
      history.pushState(state(depth), '');
    }
  } catch {
    // Safari allows 100 calls in 30 seconds. Without an entry Back leaves the page.
  }
}

function closeAbove(count: number): void {
  const closed = opened.slice(count);
  opened = opened.slice(0, count);
  for (const dialog of closed.reverse()) dialog.close();
}

/** After a reload, Forward or a change of the page. */
function showEntry(): void {
  const [id, ...others] = entryIds().slice(opened.length);
  // After a reload at checkout the visitor goes on there.
  if (id === 'pick-up') openDialog(id);
  else if (id === undefined) updateEntry();
  else goBack(1 + others.length);
}

function goBack(entries: number): void {
  isGoingBack = true;
  history.go(-entries);
}
