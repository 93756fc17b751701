import type { Result, Table } from '../bench/benchmark.ts';
import { keepFigures, REPORTED, readFigures } from '../bench/kept-figures.ts';
import { machine } from '../bench/machine.ts';
import { writeReport } from '../bench/report.ts';
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
  'refused without a reason',
  'second e-mails',
  'unexplained',
  'settled after s',
];
const NONE_WANTED = COLUMNS.slice(4, 8);
const QUESTION =
  'Is an order lost, charged twice, or shown as paid without money while everything around the shop ' +
  'fails? Shoppers order over HTTP while servers, databases, disks, clocks and services fail; then ' +
  'Stripe’s records are compared with the public API and the inbox. A second e-mail is explained when ' +
  'the answer to the first was lost on its way, its server was killed, or a backup was restored.';

/** What came out of a campaign. @param campaign the command that repeats it. */
export function summaryOf(
  campaign: string,
  { shoppers, counts, verdict, settleSeconds, skipped }: CampaignResult,
): Result {
  const many = (wrong: Wrong) => verdict.violations.filter((each) => each.wrong === wrong).length;
  const kinds = [...counts];
  const outcome: Table['rows'][number] = [
    campaign,
    shoppers,
    verdict.paidSessions,
    kinds.reduce((sum, [, { faults }]) => sum + faults, 0),
    many('lost'),
    many('charged twice'),
    many('unpaid shown paid'),
    many('refused'),
    [...verdict.doubles].map(([why, count]) => `${count} ${why}`).join(', ') || 0,
    many('unexplained double'),
    Number(settleSeconds.toFixed(1)),
  ];
  const met = kinds.filter(([, { faults }]) => faults > 0).length;
  return {
    tables: [
      {
        caption: 'Kinds of faults, and how many requests, connections or processes had them',
        columns: ['kind', 'faults', 'hits'],
        rows: kinds.map(([name, { faults, hits }]) => [name, faults, hits]),
      },
      outcomes([outcome]),
    ],
    charts: [],
    targets: targetsOf([outcome]),
    notes: [
      `${met} of ${kinds.length} kinds of faults happened.`,
      ...skipped.map((each) => `Skipped: ${each}`),
    ],
  };
}

/** Puts a campaign into bench/report.md, in place of an earlier run of the same. */
export async function addToReport({ tables: [kinds, latest], notes }: Result): Promise<void> {
  const [kept] = await readFigures(['faults']);
  const [outcome] = latest?.rows ?? [];
  if (!kinds || !outcome) return;
  const [campaign] = outcome;
  const before = kept?.result.tables[0]?.rows ?? [];
  const rows = [...before.filter(([each]) => each !== campaign), outcome];
  const latestKinds = { ...kinds, caption: `${kinds.caption} (${campaign})` };
  await keepFigures({
    name: 'faults',
    title: 'Faults',
    question: QUESTION,
    command: 'npm run faults',
    machine: machine(),
    result: {
      tables: [outcomes(rows), latestKinds],
      charts: [],
      targets: targetsOf(rows),
      ...(notes && { notes }),
    },
  });
  await writeReport(await readFigures(REPORTED));
}

function outcomes(rows: Table['rows']): Table {
  return { caption: 'Campaigns', columns: COLUMNS, rows };
}

function targetsOf(rows: Table['rows']): Result['targets'] {
  return NONE_WANTED.map((what) => {
    const column = COLUMNS.indexOf(what);
    const sum = rows.reduce((before, row) => before + Number(row[column]), 0);
    return { what, wanted: '0', measured: String(sum), met: sum === 0 };
  });
}
