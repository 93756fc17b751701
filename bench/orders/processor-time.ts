import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What `getconf CLK_TCK` says on every Linux there is. */
const MS_PER_TICK = 10;

/** The processor time of a process and of all it has started, those that have ended included. */
export function processorMsOfTree(root: number): number {
  const processes = new Map(
    globSync('/proc/[0-9]*/stat').flatMap((path) => {
      const stat = readStat(path);
      return stat ? [[Number(dirname(path).slice('/proc/'.length)), stat]] : [];
    }),
  );
  const isBelow = (id: number): boolean => {
    if (id === root) return true;
    const parent = processes.get(id)?.parent;
    return parent !== undefined && parent !== id && isBelow(parent);
  };
  const ticks = [...processes].filter(([id]) => isBelow(id)).map(([, stat]) => stat.ticks);
  return ticks.reduce((sum, each) => sum + each, 0) * MS_PER_TICK;
}

function readStat(path: string): { parent: number; ticks: number } | undefined {
  try {
    const text = readFileSync(path, 'utf8');
    // The name before stands in brackets and may hold anything.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, parent = 0] = fields;
    // utime, stime, and both again of the children that have ended (proc(5)).
    const ticks = fields.slice(11, 15).reduce((sum, each) => sum + each, 0);
    return { parent, ticks };
  } catch {
    // It has ended meanwhile.
    return undefined;
  }
}
