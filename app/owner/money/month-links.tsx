import kit from '#app/ui/kit/kit.module.css';
import { QuietLink } from '#app/ui/kit/links.tsx';
import type { monthsAround } from '#domain/ledger/month.ts';

interface MonthLinksProps extends ReturnType<typeof monthsAround> {
  /** Of the screen, which shows the present month without a query. */
  path: string;
}

export function MonthLinks({ path, isNow, previous, next }: MonthLinksProps) {
  return (
    <nav className={kit.links} aria-label="Months">
      <QuietLink to={`${path}?month=${previous.month}`}>‹ {previous.words}</QuietLink>
      {!isNow && <QuietLink to={path}>This month</QuietLink>}
      {next && <QuietLink to={`${path}?month=${next.month}`}>{next.words} ›</QuietLink>}
    </nav>
  );
}
