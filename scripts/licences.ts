import { isAllowed, licenceOf, readLockedPackages, remark } from './locked-packages.ts';

// `npm run licences`: lists the licences of all packages of the lock file and fails for one that is not allowed.

const packages = readLockedPackages();
const byLicence = Map.groupBy(packages, licenceOf);
const rows = [...byLicence].sort(([, a], [, b]) => b.length - a.length);

console.log('| licence | shop | tools | packages | remark |\n|---|---:|---:|---|---|');
for (const [licence, group] of rows) {
  const tools = group.filter(({ dev }) => dev).length;
  const names = [...new Set(group.map(({ name }) => name))].sort().join(', ');
  console.log(
    `| ${licence} | ${group.length - tools} | ${tools} | ${names} | ${remark(licence)} |`,
  );
}
const rejected = packages.filter((each) => !isAllowed(licenceOf(each)));
console.log(`\n${packages.length} packages, ${rejected.length} with a licence that is not allowed`);
for (const each of rejected) console.error(`${each.name}@${each.version}: ${licenceOf(each)}`);
process.exitCode = rejected.length === 0 ? 0 : 1;
