import { type PointerEvent, useState } from 'react';

interface Drag {
  id: string;
  /** Where it would be dropped; undefined for the end. */
  before: string | undefined;
}

/** Moves a row of a list with the pointer, by a handle in it. Rows have `data-id`. */
export function useDrag(drop: (id: string, before: string | undefined) => void) {
  const [drag, setDrag] = useState<Drag>();

  function placeOf(handle: HTMLElement, id: string, y: number): string | undefined {
    const rows = handle.closest('ul')?.querySelectorAll<HTMLElement>(':scope > li') ?? [];
    const next = [...rows].find((row) => {
      const { top, height } = row.getBoundingClientRect();
      return row.dataset.id !== id && y < top + height / 2;
    });
    return next?.dataset.id;
  }

  return {
    drag,
    /** For the handle of a row. */
    handleOf: (id: string) => ({
      onPointerDown(event: PointerEvent<HTMLElement>) {
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({ id, before: id });
      },
      onPointerMove({ currentTarget, clientY }: PointerEvent<HTMLElement>) {
        if (drag?.id !== id) return;
        setDrag({ id, before: placeOf(currentTarget, id, clientY) });
      },
      onPointerUp({ currentTarget, clientY }: PointerEvent<HTMLElement>) {
        if (drag?.id !== id) return;
        setDrag(undefined);
        // A press without a movement.
        if (drag.before !== id) drop(id, placeOf(currentTarget, id, clientY));
      },
      onPointerCancel: () => setDrag(undefined),
    }),
  };
}
