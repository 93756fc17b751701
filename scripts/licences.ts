import { isAllowed, licenceOf, remark } from './allowed-licences.ts';
import { readLockedPackages } from './locked-packages.ts';

// `npm run licences`: the licence of every package of the lock file, and an error for one that is not allowed.

const packages = readLockedPackages();
const byLicence = Map.groupBy(packages, licenceOf);
const rows = [...byLicence].sort(([, a], [, b]) => b.length - a.length);

console.log('| licence | shop | tools | packages | remark |\n|---|---:|---:|---|---|');
for (const [licence, those] of rows) {
  const tools = those.filter(({ dev }) => dev).length;
  const names = [...new Set(those.map(({ name }) => name))].sort().join(', ');
  console.log(
    `| ${licence} | ${those.length - tools} | ${tools} | ${names} | ${remark(licence)} |`,
  );
}
const refused = packages.filter((each) => !isAllowed(licenceOf(each)));
console.log(`\n${packages.length} packages, ${refused.length} under a licence that is not allowed`);
for (const each of refused) console.error(`${each.name}@${each.version}: ${licenceOf(each)}`);
process.exitCode = refused.length === 0 ? 0 : 1;
