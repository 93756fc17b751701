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
  // What has just changed them.
  const pressed = useRef<{ button: HTMLButtonElement; form: HTMLFormElement | null }>(undefined);
  if (refusal !== known) {
    setKnown(refusal);
    // The answer names rows by their places in the form that was sent.
    if (refusal?.values) setRows(rows.map((row, place) => ({ ...row, place })));
  }
  useLayoutEffect(() => {
    if (!pressed.current) return;
    const { button, form } = pressed.current;
    pressed.current = undefined;
    // The focus stays on the button of a row that moves; that of a row which is removed is gone.
    if (button.isConnected) button.focus();
    // Tells `ActionForm` that the form is edited.
    form?.dispatchEvent(new Event('input', { bubbles: true }));
  });

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
        const button = event.currentTarget;
        pressed.current = { button, form: button.form };
        const key = Math.max(-1, ...rows.map((each) => each.key)) + 1;
        setRows(moveRow(rows, way, row ?? 0, { key, place: -1 }));
      },
    }),
  };
}
