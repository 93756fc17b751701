import { readdirSync, readFileSync } from 'node:fs';

/** Linux's unit of CPU time (`getconf CLK_TCK`). */
const MS_PER_TICK = 10;

/** The CPU time of a process, user and system. */
export function processorMs(id: number): number {
  return readStat(id).ownTicks * MS_PER_TICK;
}

/** The CPU time of a process and all its descendants, ended ones included. */
export function processorMsOfTree(root: number): number {
  const processes = readProcesses();
  const isBelow = (id: number): boolean => {
    if (id === root) return true;
    const parent = processes.get(id)?.parent;
    return parent !== undefined && parent !== id && isBelow(parent);
  };
  const below = [...processes].filter(([id]) => isBelow(id));
  return below.reduce((sum, [, stat]) => sum + stat.ownTicks + stat.endedTicks, 0) * MS_PER_TICK;
}

function readProcesses(): Map<number, Stat> {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(
    ids.map(Number).flatMap((id): [number, Stat][] => {
      try {
        return [[id, readStat(id)]];
      } catch {
        // The process has ended.
        return [];
      }
    }),
  );
}

interface Stat {
  parent: number;
  ownTicks: number;
  /** Of ended children. */
  endedTicks: number;
}

/** The fields are documented in proc(5). @throws for an unknown process. */
function readStat(id: number): Stat {
  const line = readFileSync(`/proc/${id}/stat`, 'utf8');
  // The process name before the fields is in brackets and may contain anything.
  const fields = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [, parent = 0] = fields;
  const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11);
  return { parent, ownTicks: utime + stime, endedTicks: cutime + cstime };
}
