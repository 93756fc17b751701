import { Notice } from '#app/ui/kit/screen.tsx';

/** Before a change of what is made for a day. @param at when its bake sheet was printed; empty if it was not. */
export function SheetPrinted({ at }: { at: string }) {
  if (at === '') return null;
  return (
    <Notice kind="warning">
      The bake sheet of this day was printed {at}. Tell the baker, or print it again.
    </Notice>
  );
}
