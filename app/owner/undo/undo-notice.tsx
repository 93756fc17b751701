import { href, useLocation } from 'react-router';
import styles from '#app/owner/ticks/tick-notice.module.css';
import type { UndoNotice as Notice } from './done.ts';

/** Says what a form has done, with Undo while it can be taken back without anybody noticing. */
export function UndoNotice({ text, change, moved, cancelled, paid }: Notice) {
  const { pathname, search } = useLocation();
  return (
    <div key={text} role="status" className={styles.passing}>
      <div className={styles.notice}>
        {text}
        {(change || moved || cancelled || paid) && (
          <form method="post" action={href('/owner/undo')}>
            <input type="hidden" name="change" value={change} />
            <input type="hidden" name="moved" value={moved} />
            <input type="hidden" name="cancelled" value={cancelled} />
            <input type="hidden" name="paid" value={paid} />
            <input type="hidden" name="back" value={pathname + search} />
            <button type="submit" className={styles.action} data-shortcut="z" aria-keyshortcuts="z">
              Undo
            </button>
          </form>
        )}
      </div>
    </div>
  );
}
