import { type ComponentProps, type MouseEvent, type ReactNode, useId, useRef } from 'react';
import { Button } from './button.tsx';
import styles from './dialog.module.css';
import { CROSS, Icon } from './icon.tsx';
import { type DialogId, openDialog, useHistoryEntry } from './open-dialogs.ts';

interface DialogProps {
  id: DialogId;
  title: string;
  shape: 'drawer' | 'pop-up';
  children: ReactNode;
  onOpen?: () => void;
  onClose?: () => void;
}

/**
 * The platform's modal dialog, which traps focus, closes on Escape and restores focus. It stays in
 * the DOM, so that input survives closing.
 */
export function Dialog({ id, title, shape, children, onOpen, onClose }: DialogProps) {
  const titleId = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const pressed = useRef<EventTarget>(null);
  useHistoryEntry(dialog, onOpen);

  /** Selecting text may end on the backdrop, and is no click on it. */
  function closeOnBackdrop({ target, currentTarget }: MouseEvent<HTMLDialogElement>) {
    if (target === currentTarget && pressed.current === target) currentTarget.close();
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself.
    <dialog
      ref={dialog}
      id={id}
      className={styles[shape]}
      aria-labelledby={titleId}
      onPointerDown={({ target }) => {
        pressed.current = target;
      }}
      onClick={closeOnBackdrop}
      onClose={onClose}
      // `command` may have opened it before hydration.
      suppressHydrationWarning
    >
      <div className={styles.header}>
        <h2 id={titleId}>{title}</h2>
        <form method="dialog">
          <button type="submit" className="round" aria-label="Close">
            <Icon path={CROSS} />
          </button>
        </form>
      </div>
      <div className={styles.body}>{children}</div>
    </dialog>
  );
}

/**
 * Opens a dialog: with `command`, which works before hydration, or on click in browsers without
 * `command`.
 */
export function OpenDialogButton({
  opens,
  onClick,
  ...rest
}: ComponentProps<typeof Button> & { opens: DialogId }) {
  const invoker = { command: 'show-modal', commandfor: opens };
  return (
    <Button
      {...invoker}
      {...rest}
      onClick={(event) => {
        onClick?.(event);
        if (!event.currentTarget.commandForElement) openDialog(opens);
      }}
    />
  );
}
