import { useEffect, useState } from 'react';
import { useLazy } from '#app/ui/defer-loading.ts';
import { leftForCheckout } from './pick-up-panel.tsx';

/** Tells visitors who come back from the card checkout, which leads home, that nothing was charged. */
export function UnpaidOrder() {
  const [hasLeft, setHasLeft] = useState(false);
  const { Component: Note } = useLazy(hasLeft, loadNote);
  useEffect(() => setHasLeft(leftForCheckout.read() !== undefined), []);
  return Note && <Note />;
}

async function loadNote() {
  return (await import('./unpaid-order-note.tsx')).UnpaidOrderNote;
}
