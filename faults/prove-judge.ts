import { buildIfNeeded } from '../harness/build.ts';
import { checkNodeVersion } from '../harness/node-version.ts';
import { runCampaign } from './campaign.ts';
import { mutations } from './mutations.ts';

// `npm run faults:judge`: injects one bug after the other into the built shop and checks that the
// campaign's judge detects each.

const ORDERS = 24;
const SEED = 9;
const MAX_SETTLE_MS = 8_000;
const MAX_CAMPAIGN_MS = 120_000;

checkNodeVersion();
buildIfNeeded();
let missed = 0;
for (const [name, mutation] of Object.entries(mutations)) {
  const { verdict } = await runCampaign({
    orders: ORDERS,
    seed: SEED,
    database: 'sqlite',
    servers: 1,
    mutation,
    only: new RegExp(mutation.only),
    withLeases: true,
    withChanges: false,
    withRestore: false,
    maxSettleMs: MAX_SETTLE_MS,
    signal: AbortSignal.timeout(MAX_CAMPAIGN_MS),
    report: () => {},
  });
  const found = verdict.violations.filter(({ wrong }) => wrong === mutation.found).length;
  if (found === 0) missed += 1;
  console.log(`${name}: ${mutation.found}, ${found} times`);
}
console.log(missed === 0 ? 'The judge detected all bugs.' : 'The judge missed a bug: see above.');
process.exit(missed === 0 ? 0 : 1);
