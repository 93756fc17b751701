import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { VisuallyHidden } from '#app/ui/text.tsx';
import { Action } from './form.tsx';
import kit from './kit.module.css';

/** A list of links, one below another, each a whole row. */
export function Rows({ label, children }: { label?: string | undefined; children: ReactNode }) {
  return (
    <ul className={kit.rows} aria-label={label}>
      {children}
    </ul>
  );
}

/** One of `Rows`. The keys j and k move between rows. */
export function Row(link: ComponentProps<typeof Link>) {
  return (
    <li>
      <Link {...link} data-row />
    </li>
  );
}

interface ActionRowProps {
  /** The path of the action; undefined if it cannot be done. */
  to: string | undefined;
  fields?: Record<string, string> | undefined;
  button: string;
  /** For screen readers: of several rows, which one the button is about. */
  what: string;
  children: ReactNode;
}

/** One of `Rows` that can be done something with. */
export function ActionRow({ to, fields, button, what, children }: ActionRowProps) {
  return (
    <li className={kit.actionRow}>
      <span>{children}</span>
      {to && (
        <Action to={to} fields={fields} look="quiet">
          {button}
          <VisuallyHidden> {what}</VisuallyHidden>
        </Action>
      )}
    </li>
  );
}
