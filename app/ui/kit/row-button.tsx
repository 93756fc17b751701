import type { ComponentProps } from 'react';
import { VisuallyHidden } from '#app/ui/text.tsx';
import kit from './kit.module.css';
import type { useRows } from './use-rows.ts';

interface RowButtonProps extends ComponentProps<'button'> {
  /** What is seen: `↑` */
  sign: string;
  /** What is read out, with the row's name. */
  label: string;
}

/** A small button that moves or removes a row of a form (`useRows`). */
export function RowButton({ sign, label, ...button }: RowButtonProps) {
  return (
    <button {...button} className={kit.rowButton}>
      <span aria-hidden="true">{sign}</span>
      <VisuallyHidden>{label}</VisuallyHidden>
    </button>
  );
}

interface RowButtonsProps extends Pick<ReturnType<typeof useRows>, 'button'> {
  /** The row's name, read out. */
  name: string;
  row: number;
  /** How many rows there are. */
  count: number;
  canRemove?: boolean;
}

/** The buttons that move or remove a row of a form. The only row stays, unless it can be removed too. */
export function RowButtons({ button, name, row, count, canRemove = count > 1 }: RowButtonsProps) {
  return (
    <>
      {row > 0 && <RowButton {...button('up', row)} sign="↑" label={`Move ${name} up`} />}
      {row < count - 1 && (
        <RowButton {...button('down', row)} sign="↓" label={`Move ${name} down`} />
      )}
      {canRemove && <RowButton {...button('remove', row)} sign="×" label={`Remove ${name}`} />}
    </>
  );
}
