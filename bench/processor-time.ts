import { readdirSync, readFileSync } from 'node:fs';

/** What the kernel counts in on every Linux there is (`getconf CLK_TCK`): a hundredth of a second. */
const MS_OF_A_TICK = 10;

/** How long a process has had the processor by now, its own work and the kernel's for it. */
export function processorMs(id: number): number {
  return readStat(id).ownTicks * MS_OF_A_TICK;
}

/** The same of a process and of all it has started, those that have ended included. */
export function processorMsOfTree(root: number): number {
  const processes = readProcesses();
  const isBelow = (id: number): boolean => {
    if (id === root) return true;
    const parent = processes.get(id)?.parent;
    return parent !== undefined && parent !== id && isBelow(parent);
  };
  const below = [...processes].filter(([id]) => isBelow(id));
  return below.reduce((sum, [, stat]) => sum + stat.ownTicks + stat.endedTicks, 0) * MS_OF_A_TICK;
}

function readProcesses(): Map<number, Stat> {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(
    ids.map(Number).flatMap((id): [number, Stat][] => {
      try {
        return [[id, readStat(id)]];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    }),
  );
}

interface Stat {
  parent: number;
  ownTicks: number;
  /** Of the children that have ended. */
  endedTicks: number;
}

/** The fields are those of proc(5). @throws when there is no such process. */
function readStat(id: number): Stat {
  const line = readFileSync(`/proc/${id}/stat`, 'utf8');
  // The name before stands in brackets and may hold anything.
  const fields = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11);
  return { parent, ownTicks: utime + stime, endedTicks: cutime + cstime };
}
