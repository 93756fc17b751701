import { readFileSync } from 'node:fs';

/** What the kernel counts in, whatever the processor: a hundredth of a second. */
const MICROSECONDS_OF_A_TICK = 10_000;

/** How long a process has had the processor by now, its own work and the kernel's for it, in µs. */
export function processorTime(pid: number): number {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name in brackets may have blanks in it. Counted from behind it, these are fields 12 and 13.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * MICROSECONDS_OF_A_TICK;
}
