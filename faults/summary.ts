import type { CampaignResult } from './campaign.ts';
import type { Wrong } from './judge.ts';

/** What came out of a campaign, as a table. */
export function summaryOf({ shoppers, counts, verdict, settleSeconds, skipped }: CampaignResult) {
  const many = (wrong: Wrong) => verdict.violations.filter((each) => each.wrong === wrong).length;
  const explained = [...verdict.doubles].map(([why, count]) => `${count} ${why}`);
  const all = [...counts].map(([kind, { faults, hits }]): [string, string] => [
    kind,
    `${faults} (${hits})`,
  ]);
  const faults = [...counts.values()].reduce((sum, each) => sum + each.faults, 0);
  const rows: [string, string | number][] = [
    ['shoppers', shoppers],
    ['orders paid', verdict.paidSessions],
    ['faults', faults],
    ['lost', many('lost')],
    ['charged twice', many('charged twice')],
    ['unpaid shown paid', many('unpaid shown paid')],
    ['refused without a reason', many('refused')],
    ['second e-mails, explained', explained.join(', ') || 0],
    ['second e-mails, unexplained', many('unexplained double')],
    ['settled after', `${settleSeconds.toFixed(1)} s`],
    ...skipped.map((each): [string, string] => ['skipped', each]),
  ];
  return `\nfaults by kind (and what has suffered)\n${aligned(all)}\n\n${aligned(rows)}`;
}

function aligned(rows: [string, string | number][]): string {
  const width = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows.map(([name, value]) => `${name.padEnd(width)}${value}`).join('\n');
}
