import { buildIfNeeded } from '../harness/build.ts';
import { checkNodeVersion } from '../harness/node-version.ts';
import { runCampaign } from './campaign.ts';
import { mutations } from './mutations.ts';

// `npm run faults:judge`: injects each bug into a built shop of its own and checks that the campaign's
// judge detects it. The campaigns run at the same time, because they mostly wait.

const ORDERS = 24;
const SEED = 9;
const MAX_SETTLE_MS = 8_000;
const MAX_CAMPAIGN_MS = 120_000;

checkNodeVersion();
buildIfNeeded();
const counts = await Promise.all(
  Object.entries(mutations).map(async ([name, mutation]) => {
    const { verdict } = await runCampaign({
      orders: ORDERS,
      inOrder: false,
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
    console.log(`${name}: ${mutation.found}, ${found} times`);
    return found;
  }),
);
const isComplete = counts.every((found) => found > 0);
console.log(isComplete ? 'The judge detected all bugs.' : 'The judge missed a bug: see above.');
process.exit(isComplete ? 0 : 1);
