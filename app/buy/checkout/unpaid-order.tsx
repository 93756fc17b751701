import { useEffect, useState } from 'react';
import { useLazy } from '#app/ui/defer-loading.ts';
import { leftForCheckout } from './pick-up-panel.tsx';

/** Tells visitors who come back from the card page, by its link or by Back, that nothing was charged. */
export function UnpaidOrder() {
  const [orderId, setOrderId] = useState<string>();
  const { Component: Note } = useLazy(orderId !== undefined, loadNote);
  useEffect(() => {
    const read = () => setOrderId(leftForCheckout.read());
    read();
    return leftForCheckout.subscribe(read);
  }, []);
  return Note && orderId && <Note orderId={orderId} />;
}

async function loadNote() {
  return (await import('./unpaid-order-note.tsx')).UnpaidOrderNote;
}
