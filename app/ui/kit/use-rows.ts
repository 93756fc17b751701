import { type MouseEvent, use, useLayoutEffect, useRef, useState } from 'react';
import { moveRow, rowChange } from './change-rows.ts';
import { FormContext } from './refusal-context.ts';

interface Row {
  key: number;
  /** Its place in the form as it was shown or refused, by which `Field` finds what was entered; -1 for a new one. */
  place: number;
}

/**
 * The rows of fields of a form.
 * @param count of the rows that are stored.
 * @param names of the fields that a row has.
 */
export function useRows(count: number, names: string[]) {
  const { refusal } = use(FormContext);
  const entered = refusal?.values?.[names[0] ?? '']?.length;
  const [known, setKnown] = useState(refusal);
  const [rows, setRows] = useState(() =>
    Array.from({ length: entered ?? count }, (_, place): Row => ({ key: place, place })),
  );
  const pressed = useRef<HTMLButtonElement>(null);
  if (refusal !== known) {
    setKnown(refusal);
    // The answer names rows by their places in the form that was sent.
    if (refusal?.values) setRows(rows.map((row, place) => ({ ...row, place })));
  }
  useLayoutEffect(() => {
    // The focus stays on the button of a row that moves. The event tells `ActionForm` that the form is edited.
    if (!pressed.current || rows.length === 0) return;
    if (pressed.current.isConnected) pressed.current.focus();
    pressed.current.form?.dispatchEvent(new Event('input', { bubbles: true }));
    pressed.current = null;
  }, [rows]);

  return {
    rows,
    /** What a button has that changes the rows. */
    button: (way: 'add' | 'remove' | 'up' | 'down', row?: number) => ({
      type: 'submit' as const,
      name: 'change',
      value: rowChange(names, way, row),
      formNoValidate: true,
      onClick(event: MouseEvent<HTMLButtonElement>) {
        event.preventDefault();
        pressed.current = event.currentTarget;
        const key = Math.max(-1, ...rows.map((each) => each.key)) + 1;
        setRows(moveRow(rows, way, row ?? 0, { key, place: -1 }));
      },
    }),
  };
}
