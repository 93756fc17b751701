import type { ChangeKind } from './judge.ts';
import type { Random } from './random.ts';
import type { ArmedKill, ShopServer } from './shop-server.ts';
import type { Visit } from './shopper.ts';
import type { World } from './world.ts';

export interface FaultContext {
  world: World;
  random: Random;
  /** Waits, but not after the end of the campaign. */
  wait(ms: number): Promise<void>;
  /** Lets another shopper visit the shop. */
  visit(visit: Visit): Promise<void>;
}

export interface Kind {
  name: string;
  /** No other fault may run at the same time. */
  alone?: boolean;
  /** May leave a claimed e-mail, which waits until its lease expires. */
  strandsEmails?: boolean;
  /** In a campaign in order: the step of a visit that it must hit; default: placing the order. */
  step?: Step;
  /** Resolves when the fault has begun. */
  begin(context: FaultContext): Promise<Fault>;
}

/** What a visit does when the fault has begun; kinds with their own visit need no other. */
export type Step = 'place' | 'pay' | ChangeKind | 'own visit';

/** A fault that has begun. */
export interface Fault {
  /** The longest time; it ends earlier when it is used up. */
  maxMs: number;
  isUsedUp?(): boolean;
  /** @returns how many requests, connections or processes it hit. */
  end(): Promise<number>;
}

export interface KindsSettings {
  database: 'sqlite' | 'postgres';
  /** Paid orders are moved, cancelled and refunded. */
  withChanges: boolean;
  /** Kills servers while they hold a claimed notification. */
  withLeases: boolean;
  withRestore: boolean;
  withDisk: boolean;
}

/** Kills the server that reaches the point first. */
export async function killAnyAt(
  servers: ShopServer[],
  point: string,
  order?: string,
): Promise<ArmedKill> {
  const kills = await Promise.all(servers.map((server) => server.kill(point, order)));
  return {
    hasHappened: () => kills.some((kill) => kill.hasHappened()),
    disarm() {
      for (const kill of kills) kill.disarm();
    },
  };
}
