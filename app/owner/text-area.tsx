import { type ComponentProps, useSyncExternalStore } from 'react';

/**
 * A text field that keeps what was typed before hydration. React sets the text of a `textarea` when it hydrates
 * it; the text of an `input` it leaves.
 */
export function TextArea({ defaultValue, ...rest }: ComponentProps<'textarea'>) {
  const isHydrating = useSyncExternalStore(
    subscribe,
    () => false,
    () => true,
  );
  const typed = isHydrating ? textIn(rest.id) : undefined;
  return <textarea {...rest} defaultValue={typed ?? defaultValue} />;
}

function textIn(id: string | undefined): string | undefined {
  if (id === undefined || typeof document === 'undefined') return undefined;
  const field = document.getElementById(id);
  return field instanceof HTMLTextAreaElement ? field.value : undefined;
}

/** Hydration begins and ends once. */
function subscribe() {
  return () => {};
}
