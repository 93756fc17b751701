import { atMost, type Result, type Table } from '../bench/benchmark.ts';
import { readFigures, storeFigures, writeReport } from '../bench/report.ts';
import type { CampaignResult } from './campaign.ts';
import type { Answered, Change, Wrong } from './judge.ts';

const COLUMNS = [
  'campaign',
  'shoppers',
  'paid',
  'faults',
  'lost',
  'charged twice',
  'unpaid shown paid',
  'rejected without a reason',
  'second e-mails',
  'unexplained',
  'settled after s',
  'changed',
  'refunds',
  'done twice',
  'ledger differs',
  'oversold',
];
const ZERO_COLUMNS = [...COLUMNS.slice(4, 8), ...COLUMNS.slice(-3)];
const ANSWERS: Answered[] = ['done', 'rejected', 'unknown'];
/** Of campaigns from before a column existed. */
const NOT_MEASURED = '–';
const DESCRIPTION =
  'Does the shop lose an order, charge twice, or show an unpaid order as paid when everything around it ' +
  'fails? Shoppers order over HTTP while servers, databases, disks, clocks and services fail; then ' +
  'Stripe’s sessions are compared with the public API and the inbox. With `--changes`, customers move and cancel ' +
  'paid orders by their links, staff refund some, and some are refunded at Stripe; then Stripe’s money is compared ' +
  'with the ledger. A second e-mail is explained by a ' +
  'lost response to the first, a killed server, a restored backup, or a refund that was stored while it was prepared.';

/** @param campaign the command that repeats the campaign. */
export function summaryOf(
  campaign: string,
  { shoppers, changes, counts, verdict, settleSeconds, skipped }: CampaignResult,
): Result {
  const count = (wrong: Wrong) => verdict.violations.filter((each) => each.wrong === wrong).length;
  const kinds = [...counts];
  const row: Table['rows'][number] = [
    campaign,
    shoppers,
    verdict.paidSessions,
    kinds.reduce((sum, [, { faults }]) => sum + faults, 0),
    count('lost'),
    count('charged twice'),
    count('unpaid shown paid'),
    count('refused'),
    [...verdict.doubles].map(([why, number]) => `${number} ${why}`).join(', ') || 0,
    count('unexplained double'),
    Number(settleSeconds.toFixed(1)),
    changes.filter(({ answered }) => answered === 'done').length,
    verdict.refunds,
    count('done twice'),
    count('ledger differs'),
    count('oversold'),
  ];
  const happened = kinds.filter(([, { faults }]) => faults > 0).length;
  return {
    tables: [
      {
        caption: 'Kinds of faults, and how many requests, connections or processes they hit',
        columns: ['kind', 'faults', 'hits'],
        rows: kinds.map(([name, { faults, hits }]) => [name, faults, hits]),
      },
      campaignsTable([row]),
    ],
    charts: [],
    targets: targetsOf([row]),
    notes: [
      `${happened} of ${kinds.length} kinds of faults happened.`,
      ...[...Map.groupBy(changes, ({ what }) => what)].map(
        ([what, all]) => `${what}: ${ANSWERS.map((each) => countAnswers(all, each)).join(', ')}.`,
      ),
      ...skipped.map((each) => `Skipped: ${each}`),
    ],
  };
}

/** Adds a campaign to bench/report.md, or replaces an earlier run of the same command. */
export async function addToReport({ tables: [kinds, latest], notes }: Result): Promise<void> {
  const stored = await readFigures('faults');
  const [row] = latest?.rows ?? [];
  if (!kinds || !row) return;
  const [campaign] = row;
  const before = stored?.result.tables[0]?.rows ?? [];
  const rows = [...before.filter(([each]) => each !== campaign).map(withAllColumns), row];
  const latestKinds = { ...kinds, caption: `${kinds.caption} (${campaign})` };
  await storeFigures({
    name: 'faults',
    title: 'Faults',
    description: DESCRIPTION,
    command: 'npm run faults',
    result: {
      tables: [campaignsTable(rows), latestKinds],
      charts: [],
      targets: targetsOf(rows),
      ...(notes && { notes }),
    },
  });
  await writeReport();
}

function countAnswers(changes: Change[], answered: Answered): string {
  return `${changes.filter((each) => each.answered === answered).length} ${answered}`;
}

function withAllColumns(row: Table['rows'][number]): Table['rows'][number] {
  return COLUMNS.map((_, index) => row[index] ?? NOT_MEASURED);
}

function campaignsTable(rows: Table['rows']): Table {
  return { caption: 'Campaigns', columns: COLUMNS, rows };
}

function targetsOf(rows: Table['rows']): Result['targets'] {
  return ZERO_COLUMNS.map((name) => {
    const column = COLUMNS.indexOf(name);
    const measured = rows.map((row) => row[column]).filter((each) => each !== NOT_MEASURED);
    const sum = measured.reduce<number>((before, each) => before + Number(each), 0);
    return atMost(name, sum, 0, 'orders');
  });
}
