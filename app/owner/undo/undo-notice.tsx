import { useLocation } from 'react-router';
import styles from '#app/owner/ticks/tick-notice.module.css';
import { UndoForm } from './undo-form.tsx';
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
