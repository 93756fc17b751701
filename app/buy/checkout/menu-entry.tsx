import { useSyncExternalStore } from 'react';
import { href } from 'react-router';
import { nextOrder, subscribe } from './kept-links.ts';

interface MenuEntryProps {
  className?: string | undefined;
}

/** A link to the order that this browser collects next. Not a `Link`: that would ask the server about its route. */
export function MenuEntry({ className }: MenuEntryProps) {
  const token = useSyncExternalStore(subscribe, nextOrder);
  if (!token) return null;
  return (
    <li className={className}>
      <a href={href('/my-order/:token', { token })}>MY ORDER</a>
    </li>
  );
}
