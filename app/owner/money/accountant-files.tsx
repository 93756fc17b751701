import kit from '#app/ui/kit/kit.module.css';
import type { statementFiles } from './statement-files.ts';

interface AccountantFilesProps {
  programs: ReturnType<typeof statementFiles>;
}

/** Files that bookkeeping programs import. */
export function AccountantFiles({ programs }: AccountantFilesProps) {
  return (
    <details className={kit.more}>
      <summary>For {programs.map(({ name }) => name).join(', ')}</summary>
      <p className={kit.quiet}>
        Make a bank account there for Stripe, and import its file once a month: payments, fees and
        payouts. Then that account shows what Stripe holds for you.
      </p>
      <dl className={kit.cards}>
        {programs.map(({ name, how, files }) => (
          <div key={name}>
            <dt>
              <strong>{name}</strong>
            </dt>
            <dd className={kit.quiet}>{how}</dd>
            <dd className={kit.actions}>
              {files.map(({ words, path }) => (
                <a key={path} className={kit.action} href={path} aria-label={`${name}: ${words}`}>
                  {words}
                </a>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
