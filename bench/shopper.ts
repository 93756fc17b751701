import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { orderJson, readCatalogue } from '../harness/orderable-catalogue.ts';
import { payByCard } from '../test/card-page.ts';

/** Sends a request and reads the whole response. @throws when the connection breaks or the status differs. */
export type Fetch = (status: number, url: string, init?: RequestInit) => Promise<string>;

export const fetchText: Fetch = async (status, url, init) => {
  const response = await fetch(url, init);
  const text = await response.text();
  if (response.status !== status) {
    throw new Error(`${url}: ${response.status} ${text.slice(0, 200)}`);
  }
  return text;
};

interface Purchase {
  fetchText: Fetch;
  origin: string;
  token: string;
  /** The client's address. */
  address: string;
  /** The order's JSON. */
  order: string;
  on?: { placed(id: string): void; charged(id: string): void };
}

export interface PaidOrder {
  id: string;
  /** From sending the order to reading that it is paid. */
  milliseconds: number;
  /** The number of `GET` requests until it was paid. */
  reads: number;
}

const FIRST_PAUSE_MS = 15;

const Read = z.object({ paid: z.boolean() });
const Placed = z.object({ checkoutUrl: z.url() });

/** Places an order, pays it on the card page and polls until it is paid, as a browser does. */
export async function buy(purchase: Purchase): Promise<PaidOrder> {
  const { fetchText, origin, token, address, order, on } = purchase;
  const id = randomUUID();
  const path = `${origin}/api/orders/${id}`;
  const from = { 'X-Forwarded-For': address };
  const began = performance.now();
  const placed = await fetchText(201, path, {
    method: 'PUT',
    headers: {
      ...from,
      'Content-Type': 'application/json',
      'X-Firebase-AppCheck': token,
      Origin: origin,
    },
    body: order,
  });
  on?.placed(id);
  await payFor(placed);
  on?.charged(id);

  const charged = performance.now();
  for (let reads = 1; ; reads += 1) {
    const read = await fetchText(200, path, { headers: from });
    if (Read.parse(JSON.parse(read)).paid) {
      return { id, milliseconds: performance.now() - began, reads };
    }
    // The pauses grow with the wait, so that polling does not become the load.
    await pause(Math.max(FIRST_PAUSE_MS, performance.now() - charged));
  }
}

/** @param placed the shop's response to the order. */
export async function payFor(placed: string): Promise<void> {
  const { checkoutUrl } = Placed.parse(JSON.parse(placed));
  const redirect = await payByCard(checkoutUrl);
  if (redirect === null) throw new Error('The card was declined.');
}

/** The JSON of a valid order. */
export async function readFreshOrder(origin: string): Promise<string> {
  const { offers, days } = await readCatalogue(origin);
  const [offer] = offers;
  const [day] = days;
  if (!offer || !day) throw new Error('There is nothing to order.');
  return orderJson(offer, day);
}

/** One of 62,500 addresses of the network reserved for benchmarks (RFC 2544). */
export function visitorAddress(number: number): string {
  return `198.18.${Math.floor(number / 250) % 250}.${(number % 250) + 1}`;
}
