import { atMost, type Result, type Table } from '../bench/benchmark.ts';
import { readFigures, storeFigures, writeReport } from '../bench/report.ts';
import type { CampaignResult } from './campaign.ts';
import type { Wrong } from './judge.ts';

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
];
const ZERO_COLUMNS = COLUMNS.slice(4, 8);
const DESCRIPTION =
  'Does the shop lose an order, charge twice, or show an unpaid order as paid when everything around it ' +
  'fails? Shoppers order over HTTP while servers, databases, disks, clocks and services fail; then ' +
  'Stripe’s sessions are compared with the public API and the inbox. A second e-mail is explained by a ' +
  'lost response to the first, a killed server, or a restored backup.';

/** @param campaign the command that repeats the campaign. */
export function summaryOf(
  campaign: string,
  { shoppers, counts, verdict, settleSeconds, skipped }: CampaignResult,
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
  const rows = [...before.filter(([each]) => each !== campaign), row];
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

function campaignsTable(rows: Table['rows']): Table {
  return { caption: 'Campaigns', columns: COLUMNS, rows };
}

function targetsOf(rows: Table['rows']): Result['targets'] {
  return ZERO_COLUMNS.map((name) => {
    const column = COLUMNS.indexOf(name);
    const sum = rows.reduce((before, row) => before + Number(row[column]), 0);
    return atMost(name, sum, 0, 'orders');
  });
}
