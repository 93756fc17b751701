import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { pendingToken } from '#app/bot-check/bot-check.ts';

/**
 * A form sent while the bot check runs is held back and sent by itself when the check has ended,
 * however it did: what the shop says to it then is shown. Closing the form's dialog calls it off.
 */
export function useHeldBack(form: RefObject<HTMLFormElement | null>) {
  const [checking, setChecking] = useState(false);
  const waiting = useRef(false);

  const callOff = useEffectEvent(() => wait(false));
  useEffect(() => {
    const closed = () => callOff();
    const dialog = form.current?.closest('dialog');
    dialog?.addEventListener('close', closed);
    return () => dialog?.removeEventListener('close', closed);
  }, [form]);

  function wait(starts: boolean): void {
    waiting.current = starts;
    setChecking(starts);
  }

  /** @returns whether the form has to wait. */
  function holdBack(): boolean {
    const check = pendingToken();
    if (!check) return false;
    if (!waiting.current) check.then(sendAtLast);
    wait(true);
    return true;
  }

  function sendAtLast(): void {
    if (!waiting.current) return;
    wait(false);
    form.current?.requestSubmit();
  }

  return { checking, holdBack };
}
