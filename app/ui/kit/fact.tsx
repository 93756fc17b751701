import type { ReactNode } from 'react';

interface FactProps {
  label: ReactNode;
  /** Of the row. */
  className?: string | undefined;
  children: ReactNode;
}

/** A row of a description list (`dl`). */
export function Fact({ label, className, children }: FactProps) {
  return (
    <div className={className}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
