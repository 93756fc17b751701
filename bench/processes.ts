import { readFileSync } from 'node:fs';

// Linux's figures of processes (proc(5)).

/** The unit of CPU time (`getconf CLK_TCK`). */
const MS_PER_TICK = 10;

/** The CPU time, user and system, of a process and of those that it has started, ended ones included. */
export function processorMs(pid: number): number {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name before the fields is in brackets and may contain anything.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? [];
  return children.reduce((sum, child) => sum + processorMs(Number(child)), ticks * MS_PER_TICK);
}

/** The resident set in MB (1,000,000 bytes). */
export function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kilobytes) * 1_024) / 1_000_000;
}
