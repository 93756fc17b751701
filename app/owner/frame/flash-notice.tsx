import { href } from 'react-router';
import type { Flash } from '#app/owner/person-context.ts';
import { Action } from '#app/ui/kit/form.tsx';
import styles from './flash-notice.module.css';

/**
 * Says what a form has done, with Undo while it can be taken back without anybody noticing.
 * @param isCovered by a newer notice.
 */
export function FlashNotice({ words, undo, at, isCovered }: Flash & { isCovered: boolean }) {
  return (
    // Its time passes while it is covered.
    <div key={at} role="status" className={styles.passing} data-covered={isCovered || undefined}>
      <div className={styles.notice}>
        <span>{words}</span>
        {undo && <UndoAction change={undo} look={styles.action} shortcut="z" />}
      </div>
    </div>
  );
}

interface UndoActionProps {
  /** `writeUndoables` */
  change: string;
  look?: string | undefined;
  shortcut?: string;
  children?: string;
}

/** Takes a change back and stays on the screen. */
export function UndoAction({
  change,
  look = 'quiet',
  shortcut,
  children = 'Undo',
}: UndoActionProps) {
  return (
    <Action to={href('/owner/undo')} fields={{ undo: change }} look={look} shortcut={shortcut}>
      {children}
    </Action>
  );
}
