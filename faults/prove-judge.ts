import { buildIfNeeded } from '../harness/build.ts';
import { checkNodeVersion } from '../harness/node-version.ts';
import { runCampaign } from './campaign.ts';
import { mutations } from './mutations.ts';

// `npm run faults:judge`: makes a hole in the built shop, three times another one, and lets the campaign
// judge it. A judge that overlooks one is no judge.

const ORDERS = 24;
const SEED = 9;
const LONGEST_SETTLING_MS = 8_000;
const LONGEST_MS = 120_000;

checkNodeVersion();
buildIfNeeded();
let overlooked = 0;
for (const [name, mutation] of Object.entries(mutations)) {
  const { verdict } = await runCampaign({
    orders: ORDERS,
    seed: SEED,
    database: 'sqlite',
    servers: 1,
    mutation,
    only: new RegExp(mutation.only),
    withLeases: true,
    withRestore: false,
    longestSettlingMs: LONGEST_SETTLING_MS,
    signal: AbortSignal.timeout(LONGEST_MS),
    report: () => {},
  });
  const found = verdict.violations.filter(({ wrong }) => wrong === mutation.found).length;
  if (found === 0) overlooked += 1;
  console.log(`${name}: ${mutation.found}, ${found} times`);
}
console.log(overlooked === 0 ? 'The judge finds all of them.' : 'The judge is blind: see above.');
process.exit(overlooked === 0 ? 0 : 1);
