import type { ReactNode } from 'react';
import kit from './kit.module.css';

/** `warning`: it needs a decision. `quiet`: how something works. `empty`: why there is nothing here. */
export type NoticeKind = 'warning' | 'quiet' | 'empty';

/** A sentence of a screen. */
export function Notice({ kind, children }: { kind: NoticeKind; children: ReactNode }) {
  return <p className={kit[kind]}>{children}</p>;
}
