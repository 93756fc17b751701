import { setTimeout as pause } from 'node:timers/promises';
import type { ChangeKind } from './changes.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

export interface Kind {
  name: string;
  /** No other fault may run at the same time. */
  alone?: boolean;
  /** The step of a visit before which it begins; default: placing the order. */
  step?: Step;
  /** Resolves when the fault has begun. */
  begin(world: World, random: Random): Promise<EndFault>;
}

export type Step = 'place' | 'pay' | ChangeKind | 'quote' | 'ask';

/**
 * Waits until the fault has lasted long enough or has hit what it can, and ends it.
 * @returns how many requests, connections or processes it hit.
 */
type EndFault = () => Promise<number>;

/** A fault whose request does not come ends after this. */
const MAX_WINDOW_MS = 8_000;
const POLL_MS = 20;

/** Kills the server that reaches the point first. */
export function armKill({ kills, history }: World, point: string): EndFault {
  const kill = kills.arm(point);
  return async () => {
    await untilUsedUp(() => kill.killed() !== undefined);
    kill.disarm();
    const orders = kill.killed();
    if (orders === undefined) return 0;
    history.add(`killed at ${point}`, orders);
    return 1;
  };
}

export async function untilUsedUp(isUsedUp: () => boolean): Promise<void> {
  const deadline = performance.now() + MAX_WINDOW_MS;
  while (!isUsedUp() && performance.now() < deadline) await pause(POLL_MS);
}
