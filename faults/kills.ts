import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Kills a server at a step, such as `orders.fund end`. An armed kill is a file named after its number and step. The
 * first server that reaches the step moves the file away and kills itself (`faults/inside-server.ts`).
 */
export interface Kills {
  /** For the environment of the servers. */
  variables: { ARMED_KILLS: string; KILLED: string };
  arm(step: string): ArmedKill;
}

interface ArmedKill {
  /** The ids of the orders at the step, once the kill has happened. */
  killed(): string | undefined;
  disarm(): void;
}

export function createKills(folder: string): Kills {
  const variables = { ARMED_KILLS: join(folder, 'armed'), KILLED: join(folder, 'killed') };
  for (const each of Object.values(variables)) mkdirSync(each, { recursive: true });
  let last = 0;
  return {
    variables,
    arm(step) {
      last += 1;
      const name = `${last} ${step}`;
      const armed = join(variables.ARMED_KILLS, name);
      const killed = join(variables.KILLED, name);
      writeFileSync(armed, '');
      return {
        killed: () => (existsSync(killed) ? readFileSync(killed, 'utf8') : undefined),
        disarm: () => rmSync(armed, { force: true }),
      };
    },
  };
}
