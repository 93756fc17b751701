import { randomBytes, randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { decodeJwt, UnsecuredJWT } from 'jose';
import { withRunningShop } from '../../harness/running-shop.ts';
import { ORDERS_OF_A_TOKEN, tokenByWork } from '../../test/bot-check-tokens.ts';
import { visitorAddress } from '../shopper.ts';

interface AttackSettings {
  port: number;
  scripts: number;
  seconds: number;
  tokens: RobotTokens;
  /** The same for all scripts, with a new id and token each time. */
  order: string;
}

export interface Attack {
  seconds: number;
  connections: number;
  /** The scripts of each kind, and the number of responses by status. */
  kinds: Map<RobotKind, { scripts: number; statuses: Map<number, number> }>;
}

/** More connections would only wait in the server instead of the client. */
const SCRIPTS_PER_CONNECTION = 5;

/** Starts all scripts at once; each sends the next order as soon as it has a response. */
export function startRobots({ port, scripts, seconds, tokens, order }: AttackSettings) {
  const connections = Math.ceil(scripts / SCRIPTS_PER_CONNECTION);
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
    const send = async () => {
      const headers = headersOf(number, tokens[kind]());
      const status = await place({ port, agent, headers, order });
      counted?.statuses.set(status, (counted.statuses.get(status) ?? 0) + 1);
    };
    const first = send();
    return { first, last: first.then(() => repeat(send, isOver)) };
  });

  async function end(): Promise<Attack> {
    await Promise.all(robots.map(({ last }) => last));
    agent.destroy();
    return { seconds: (performance.now() - began) / 1_000, connections, kinds };
  }

  return { started: Promise.all(robots.map(({ first }) => first)), ended: end() };
}

async function repeat(send: () => Promise<void>, isOver: () => boolean): Promise<void> {
  while (!isOver()) await send();
}

function headersOf(script: number, token: string | undefined): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    // Each script has its own address, as in a botnet.
    'X-Forwarded-For': visitorAddress(script),
    ...(token !== undefined && { 'X-Firebase-AppCheck': token }),
  };
}

interface OrderRequest {
  port: number;
  agent: Agent;
  headers: Record<string, string>;
  order: string;
}

/** Sends an order with a new id. @returns the status, 0 for a connection error. */
function place({ port, agent, headers, order }: OrderRequest): Promise<number> {
  return new Promise((resolve) => {
    const path = `/api/orders/${randomUUID()}`;
    const call = request({ host: '127.0.0.1', port, path, method: 'PUT', agent, headers });
    call.on('error', () => resolve(0));
    call.on('response', (response) => {
      response.resume();
      response.on('close', () => resolve(response.statusCode ?? 0));
    });
    call.end(order);
  });
}

/** Creates the tokens of each kind of script. */
type RobotTokens = Record<RobotKind, () => string | undefined>;

const ROBOT_KINDS = [
  'no token',
  'random',
  'another shop’s',
  'used up',
  'forged, alg none',
] as const;
type RobotKind = (typeof ROBOT_KINDS)[number];

/** All tokens that scripts can have without solving a challenge. */
export async function createTokens(origin: string): Promise<RobotTokens> {
  const valid = await tokenByWork(origin);
  await spend(origin, valid);
  const foreign = await tokenOfAnotherShop(origin);
  return {
    'no token': () => undefined,
    random: () => randomBytes(300).toString('base64url'),
    'another shop’s': () => foreign,
    'used up': () => valid,
    // The claims of a valid token with an unused id.
    'forged, alg none': () => new UnsecuredJWT({ ...decodeJwt(valid), jti: randomUUID() }).encode(),
  };
}

/** Uses the token up with invalid orders, which pass the bot check and are then rejected. */
async function spend(origin: string, token: string): Promise<void> {
  for (let order = 0; order < ORDERS_OF_A_TOKEN; order += 1) {
    const response = await fetch(`${origin}/api/orders/${randomUUID()}`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', 'X-Firebase-AppCheck': token },
      body: '{}',
    });
    if (response.status !== 422) throw new Error(`PUT empty order: status ${response.status}`);
  }
}

/** A correctly signed token of a shop with the same origin and another key. */
function tokenOfAnotherShop(origin: string): Promise<string> {
  return withRunningShop(52_000, { ORIGIN: origin }, (other) => tokenByWork(other.origin));
}
