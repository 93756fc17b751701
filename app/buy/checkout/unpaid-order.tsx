import { useEffect, useState } from 'react';
import { useLazy } from '#app/ui/defer-loading.ts';
import { LEFT_FOR_CHECKOUT } from './pick-up-panel.tsx';

/** Tells visitors who come back from the card checkout, which leads home, that nothing was charged. */
export function UnpaidOrder() {
  const [hasLeft, setHasLeft] = useState(false);
  const { Component: Note } = useLazy(hasLeft, loadNote);
  useEffect(() => {
    try {
      setHasLeft(sessionStorage.getItem(LEFT_FOR_CHECKOUT) !== null);
    } catch {
      // Without storage nothing was remembered.
    }
  }, []);
  return Note && <Note />;
}

async function loadNote() {
  return (await import('./unpaid-order-note.tsx')).UnpaidOrderNote;
}
