import { buildIfNeeded } from '../scripts/build.ts';
import { checkNodeVersion } from '../scripts/node-version.ts';
import { machine } from './machine.ts';
import { orders } from './orders/benchmark.ts';
import { plainTables } from './plain-tables.ts';

// `npm run bench:orders`: how fast an order is placed, paid and e-mailed, and what it costs.

checkNodeVersion();
buildIfNeeded();
const result = await orders.measure({});
console.log(`${plainTables(result)}\n\n${machine()}`);
process.exitCode = result.targets.every(({ met }) => met) ? 0 : 1;
