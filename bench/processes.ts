import { readFileSync } from 'node:fs';

// Linux's figures of processes (proc(5)).

/** The unit of CPU time (`getconf CLK_TCK`). */
const MS_PER_TICK = 10;

/** The CPU time, user and system, of a process and of those that it has started, ended ones included. */
export function processorMs(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
  const ofChildren = children.reduce((sum, child) => sum + unlessEnded(Number(child)), 0);
  // Last, because it has the times of the children that have ended meanwhile.
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name before the fields is in brackets and may contain anything.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ofChildren + ticks * MS_PER_TICK;
}

function unlessEnded(pid: number): number {
  try {
    return processorMs(pid);
  } catch {
    return 0;
  }
}

/** The resident set in MB (1,000,000 bytes). */
export function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kilobytes) * 1_024) / 1_000_000;
}
