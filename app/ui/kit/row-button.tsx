import type { ComponentProps } from 'react';
import { VisuallyHidden } from '#app/ui/text.tsx';
import kit from './kit.module.css';

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
