import { parseArgs } from 'node:util';
import * as z from 'zod';
import { buildIfNeeded } from '../scripts/build.ts';
import { checkNodeVersion } from '../scripts/node-version.ts';
import { live } from './live/benchmark.ts';
import { machine } from './machine.ts';
import { plainTables } from './plain-tables.ts';

// `npm run bench:live`: what it costs to tell ten thousand open pages of a change; `-- --subscribers 500`.

const { values } = parseArgs({ options: { subscribers: { type: 'string', default: '10000' } } });
// More would be more than a server seats.
const subscribers = z.coerce.number().int().min(100).max(19_000).parse(values.subscribers);

checkNodeVersion();
buildIfNeeded();
const result = await live.measure({ subscribers });
console.log(`${plainTables(result)}\n\n${machine()}`);
process.exitCode = result.targets.every(({ met }) => met) ? 0 : 1;
