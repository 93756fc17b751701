import { href } from 'react-router';
import type { MonthReport } from '#domain/ledger/month.ts';
import {
  Account,
  filesOf,
  Program,
  StatementFile,
  statementOf,
  statementTable,
} from '#domain/ledger/statement.ts';

interface Words {
  name: string;
  how: string;
  /** How to give each line its VAT. */
  vat: string;
}

const RULE = 'Then make a rule for descriptions with “20% VAT”, and one for “0% VAT”.';

const PROGRAMS: Record<Program, Words> = {
  xero: {
    name: 'Xero',
    how: 'Accounting, Bank accounts, Manage account, Import a statement. Sales are coded to account 200, fees to 404; a payout is a transfer to your bank.',
    vat: 'Each line has its tax rate.',
  },
  quickbooks: {
    name: 'QuickBooks',
    how: 'Transactions, Bank transactions, Upload from file.',
    vat: RULE,
  },
  freeagent: { name: 'FreeAgent', how: 'Banking, the account, Upload a statement.', vat: RULE },
};

const ACCOUNTS: Record<Account, string> = { stripe: 'Stripe', counter: 'At the counter' };

/** The files of a month for each program. */
export function statementFiles(report: MonthReport) {
  const { month, vatNumber } = report;
  const files = Account.options.flatMap((account) => {
    const { length } = filesOf(statementOf(report, account));
    return Array.from({ length }, (_, index) => ({
      words: ACCOUNTS[account] + (length === 1 ? '' : `, ${index + 1} of ${length}`),
      search: { month, account, part: String(index + 1) },
    }));
  });
  return Program.options.map((program) => {
    const { name, how, vat } = PROGRAMS[program];
    return {
      name,
      how: vatNumber === undefined ? how : `${how} ${vat}`,
      files: files.map(({ words, search }) => ({
        words,
        path: `${href('/owner/money.csv')}?${new URLSearchParams({ ...search, program })}`,
      })),
    };
  });
}

/** @returns undefined for the address of the table of all. */
export function readStatementFile(search: URLSearchParams): StatementFile | undefined {
  return StatementFile.safeParse(Object.fromEntries(search)).data;
}

/** Its name without `.csv`, and its rows: none if the month has no such part. */
export function statementFile(report: MonthReport, { program, account, part }: StatementFile) {
  const files = filesOf(statementOf(report, account));
  const number = files.length > 1 ? `-${part}` : '';
  return {
    name: `${program}-${account}-${report.month}${number}`,
    rows: statementTable(program, files[part - 1] ?? []),
  };
}
