import type { ReactNode } from 'react';
import { href, useLocation } from 'react-router';
import styles from '#app/owner/frame/flash-notice.module.css';
import type { UndoNotice as Notice } from './undo-order-change.ts';

/** Says what a form has done, with Undo while it can be taken back without anybody noticing. */
export function UndoNotice({ text, fields }: Notice) {
  const { pathname, search } = useLocation();
  return (
    <div key={text} role="status" className={styles.passing}>
      <div className={styles.notice}>
        {text}
        {fields.length > 0 && (
          <UndoForm fields={fields} back={pathname + search}>
            <button type="submit" className={styles.action} data-shortcut="z" aria-keyshortcuts="z">
              Undo
            </button>
          </UndoForm>
        )}
      </div>
    </div>
  );
}

interface UndoFormProps extends Pick<Notice, 'fields'> {
  /** The address of the screen that it leads back to. */
  back: string;
  className?: string | undefined;
  /** Its button. */
  children: ReactNode;
}

/** Takes back what the fields name. */
function UndoForm({ fields, back, className, children }: UndoFormProps) {
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
