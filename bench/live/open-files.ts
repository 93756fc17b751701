import { execFileSync } from 'node:child_process';

/** Besides one for each listener: the database, the log, what Node itself has open, the first listeners. */
const OTHERS = 500;

/** @throws when a server may not have so many connections open as are to be measured. */
export function checkOpenFiles(connections: number): void {
  const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim();
  if (limit === 'unlimited' || Number(limit) >= connections + OTHERS) return;
  throw new Error(
    `${connections} connections need as many open files, and a process here may have ${limit}.\n` +
      `Allow more in this shell: ulimit -n ${connections + OTHERS}\n` +
      'If that is refused, the machine’s own limit has to be raised first: `nofile` in ' +
      '/etc/security/limits.conf, LimitNOFILE= for a service.',
  );
}
