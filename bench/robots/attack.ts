import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { visitorAddress } from '../visitor-address.ts';
import { ROBOT_KINDS, type RobotKind, type RobotTokens } from './tokens.ts';

interface AttackSettings {
  port: number;
  scripts: number;
  seconds: number;
  tokens: RobotTokens;
  /** The same for all: only its id and the token are the script's own. */
  order: string;
}

export interface Attack {
  seconds: number;
  connections: number;
  /** How many scripts there were of each kind, and how often each status answered them. */
  kinds: Map<RobotKind, { scripts: number; statuses: Map<number, number> }>;
}

/** One for every five scripts: more would wait in the same line, only with more files open. */
const SCRIPTS_OF_A_CONNECTION = 5;

/** Sets all of them on the shop at once; each orders again as soon as it has been answered. */
export function startRobots({ port, scripts, seconds, tokens, order }: AttackSettings) {
  const connections = Math.ceil(scripts / SCRIPTS_OF_A_CONNECTION);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const kinds: Attack['kinds'] = new Map(
    ROBOT_KINDS.map((kind) => [kind, { scripts: 0, statuses: new Map() }]),
  );
  const began = performance.now();
  const isOver = () => performance.now() - began >= seconds * 1_000;

  const robots = Array.from({ length: scripts }, (_, number) => {
    const kind = ROBOT_KINDS[number % ROBOT_KINDS.length] ?? 'no token';
    const counted = kinds.get(kind);
    if (counted) counted.scripts += 1;
    const shoot = async () => {
      const headers = headersOf(number, tokens[kind]());
      const status = await place({ port, agent, headers, order });
      counted?.statuses.set(status, (counted.statuses.get(status) ?? 0) + 1);
    };
    const first = shoot();
    return { first, last: first.then(() => goOn(shoot, isOver)) };
  });

  async function end(): Promise<Attack> {
    await Promise.all(robots.map(({ last }) => last));
    agent.destroy();
    return { seconds: (performance.now() - began) / 1_000, connections, kinds };
  }

  return { allHaveBegun: Promise.all(robots.map(({ first }) => first)), ended: end() };
}

async function goOn(shoot: () => Promise<void>, isOver: () => boolean): Promise<void> {
  while (!isOver()) await shoot();
}

function headersOf(script: number, token: string | undefined): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    // Each from an address of its own, as a herd of hijacked machines has them.
    'X-Forwarded-For': visitorAddress(script),
    ...(token !== undefined && { 'X-Firebase-AppCheck': token }),
  };
}

interface Shot {
  port: number;
  agent: Agent;
  headers: Record<string, string>;
  order: string;
}

/** Orders under a new id. @returns the status, 0 when the connection broke. */
function place({ port, agent, headers, order }: Shot): Promise<number> {
  return new Promise((resolve) => {
    const path = `/api/orders/${randomUUID()}`;
    const call = request({ host: '127.0.0.1', port, path, method: 'PUT', agent, headers });
    call.on('error', () => resolve(0));
    call.on('response', (answer) => {
      answer.resume();
      answer.on('close', () => resolve(answer.statusCode ?? 0));
    });
    call.end(order);
  });
}
