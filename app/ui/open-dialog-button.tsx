import type { ComponentProps } from 'react';
import { Button } from './button.tsx';
import { type DialogId, openDialog } from './dialog.tsx';

/**
 * Opens a dialog. `command` makes it work before the page's scripts have started; browsers that do
 * not know it yet are opened for by the click.
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
