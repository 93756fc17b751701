import type { ReactNode } from 'react';
import { href } from 'react-router';
import type { UndoNotice } from './undo-order-change.ts';

interface Props extends Pick<UndoNotice, 'fields'> {
  /** The address of the screen that it leads back to. */
  back: string;
  className?: string | undefined;
  /** Its button. */
  children: ReactNode;
}

/** Takes back what the fields name. */
export function UndoForm({ fields, back, className, children }: Props) {
  return (
    <form method="post" action={href('/owner/undo')} className={className}>
      {fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="back" value={back} />
      {children}
    </form>
  );
}
