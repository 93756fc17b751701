import { Component, type ReactNode } from 'react';

interface Props {
  /** Another screen begins at its top. */
  pathname: string;
  children: ReactNode;
}

interface Anchor {
  element: Element;
  top: number;
}

/**
 * Scrolls by as much as new content moves the element that is pressed, focused or read, so that it stays
 * in place. A class, because only `getSnapshotBeforeUpdate` reads the page just before it changes.
 */
export class KeepInPlace extends Component<Props> {
  override getSnapshotBeforeUpdate(previous: Props): Anchor | null {
    if (previous.pathname !== this.props.pathname) return null;
    const element = heldElement() ?? focusedElement() ?? firstRowInView();
    return element ? { element, top: element.getBoundingClientRect().top } : null;
  }

  override componentDidUpdate(_props: Props, _state: unknown, anchor: Anchor | null): void {
    if (!anchor?.element.isConnected) return;
    const moved = anchor.element.getBoundingClientRect().top - anchor.top;
    if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
  }

  override render(): ReactNode {
    return this.props.children;
  }
}

function heldElement(): Element | null {
  return document.querySelector('main :is(button, a, [data-row]):active');
}

function focusedElement(): Element | null {
  return document.querySelector('main :focus');
}

/** At the top of a screen nobody minds what appears there. */
function firstRowInView(): Element | undefined {
  if (scrollY === 0) return undefined;
  const rows = [...document.querySelectorAll('main [data-row]')];
  return rows.find((row) => row.getBoundingClientRect().bottom > 0);
}
