import { type ComponentType, Fragment, type ReactNode, useState } from 'react';
import { useLazy } from './defer-loading.ts';
import { Dialog } from './dialog.tsx';
import type { DialogId } from './open-dialogs.ts';
import { NeedsScripts, WithScripts } from './text.tsx';

interface LazyDrawerProps<Props> {
  id: DialogId;
  title: string;
  load: () => Promise<ComponentType<Props>>;
  children: (Content: ComponentType<Props>) => ReactNode;
}

/** A drawer that loads its content on first opening. */
export function LazyDrawer<Props>({ id, title, load, children }: LazyDrawerProps<Props>) {
  const [openings, setOpenings] = useState(0);
  const { Component: Content, failed } = useLazy(openings, load);
  return (
    <Dialog id={id} title={title} shape="drawer" onOpen={() => setOpenings((before) => before + 1)}>
      {Content ? (
        // A new key resets what is left of the previous opening, such as status messages.
        <Fragment key={openings}>{children(Content)}</Fragment>
      ) : (
        <>
          <WithScripts role="status">
            {failed
              ? 'This could not be fetched. Please check your connection, close it and open it again. If it happens again, reload the page: your basket is kept.'
              : 'One moment'}
          </WithScripts>
          <NeedsScripts />
        </>
      )}
    </Dialog>
  );
}
