import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { orderJson, readCatalogue } from '../harness/orderable-catalogue.ts';
import { editCalendar } from '../test/edit-calendar.ts';
import { queryDatabase } from '../test/query-database.ts';
import type { ShopDatabase } from './judge.ts';
import type { World } from './world.ts';

const RACERS = 40;
/** Later than the clocks of servers, which tests set ahead by an hour, may close. */
const DAY_INDEX = 5;
const CREATED = 201;
const CHANGED = 409;

/** An order of one point for the day of the race. */
export interface OnePoint {
  day: string;
  body: string;
}

export interface Round {
  /** The orders that the shop accepted with a checkout. */
  accepted: string[];
  /** The orders that the database has for the day. */
  stored: string[];
  /** Responses that are neither an acceptance nor "that day is full". */
  others: string[];
}

export interface Answer {
  id: string;
  /** 0: no response. */
  status: number;
  text: string;
}

const Ids = z.array(z.object({ id: z.string() }));

export async function readOnePoint({ origins }: World): Promise<OnePoint> {
  const { offers, days } = await readCatalogue(origins[0] ?? '');
  // The id of a size ends with its inches.
  const offer = offers.find(({ item }) => item.sizeId.endsWith('-6'));
  const day = days[DAY_INDEX];
  if (!offer || !day) throw new Error('There is nothing to race for.');
  return { day, body: orderJson(offer, day) };
}

/** Of one day, in points. */
export function setCapacity(where: ShopDatabase, day: string, points: number): Promise<void> {
  return editCalendar(where, ({ capacities }) => {
    capacities[day] = points;
  });
}

/**
 * Gives the day one more point than the orders of earlier rounds take, and lets shoppers order it at the
 * same moment, each at one of the servers.
 */
export async function race(world: World, order: OnePoint, capacity: number): Promise<Round> {
  const { where, origins, nextToken } = world;
  const { day, body } = order;
  await setCapacity(where, day, capacity);
  const tokens = await Promise.all(Array.from({ length: RACERS }, nextToken));
  const answers = await Promise.all(
    tokens.map((token, n) =>
      // Orders of one caller wait for one another.
      place(origins[n % origins.length] ?? '', { token, body, caller: `198.51.100.${n}` }),
    ),
  );
  const ids = answers.map(({ id }) => id);
  return {
    accepted: answers.filter(({ status }) => status === CREATED).map(({ id }) => id),
    stored: await storedOf(where, day, ids),
    others: answers
      .filter(({ status }) => status !== CREATED && status !== CHANGED)
      .map(({ status, text }) => `${status} ${text}`),
  };
}

/** Whatever the shoppers were told, the database has one order for the day, and no other was accepted. */
export function hasOneWinner({ accepted, stored }: Round): boolean {
  return stored.length === 1 && accepted.every((id) => id === stored[0]);
}

/** Orders without retrying. */
export async function place(
  origin: string,
  { token, body, caller }: { token: string; body: string; caller: string },
): Promise<Answer> {
  const id = randomUUID();
  try {
    const response = await fetch(`${origin}/api/orders/${id}`, {
      method: 'PUT',
      headers: {
        'Content-Type': 'application/json',
        'X-Firebase-AppCheck': token,
        'X-Forwarded-For': caller,
      },
      body,
    });
    return { id, status: response.status, text: await response.text() };
  } catch (error) {
    return { id, status: 0, text: String(error) };
  }
}

async function storedOf(where: ShopDatabase, day: string, ids: string[]): Promise<string[]> {
  const list = ids.map((id) => `'${id}'`).join(', ');
  const rows = await queryDatabase(
    where,
    `select distinct id from orders join order_items on order_id = id where day = '${day}' and id in (${list})`,
  );
  return Ids.parse(rows).map(({ id }) => id);
}
