import { Link } from 'react-router';
import kit from '#app/ui/kit/kit.module.css';
import type { monthsAround } from '#domain/ledger/month.ts';

interface MonthLinksProps extends ReturnType<typeof monthsAround> {
  /** Of the screen, which shows the present month without a query. */
  path: string;
}

export function MonthLinks({ path, isNow, previous, next }: MonthLinksProps) {
  return (
    <nav className={kit.links} aria-label="Months">
      <Link className={kit.quietLink} to={`${path}?month=${previous.month}`}>
        ‹ {previous.words}
      </Link>
      {!isNow && (
        <Link className={kit.quietLink} to={path}>
          This month
        </Link>
      )}
      {next && (
        <Link className={kit.quietLink} to={`${path}?month=${next.month}`}>
          {next.words} ›
        </Link>
      )}
    </nav>
  );
}
