import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { orderJson, readCatalogue } from '../harness/orderable-catalogue.ts';
import { payByCard } from '../test/card-page.ts';

interface Purchase {
  origin: string;
  token: string;
  /** The client's address. */
  address: string;
  /** The order's JSON. */
  order: string;
}

export interface PaidOrder {
  id: string;
  /** The moment of the payment, by `performance.now()`. */
  chargedAt: number;
}

const FIRST_PAUSE_MS = 15;
const MAX_PAUSE_MS = 1_000;

const Read = z.object({ paid: z.boolean() });
const Placed = z.object({ checkoutUrl: z.url() });

/** Places an order, pays it on the card page and polls until it is paid, as a browser does. */
export async function buy({ origin, token, address, order }: Purchase): Promise<PaidOrder> {
  const id = randomUUID();
  const path = `${origin}/api/orders/${id}`;
  const from = { 'X-Forwarded-For': address };
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
  const { checkoutUrl } = Placed.parse(JSON.parse(placed));
  const redirect = await payByCard(checkoutUrl);
  if (redirect === null) throw new Error('The card was declined.');

  const chargedAt = performance.now();
  for (;;) {
    const read = await fetchText(200, path, { headers: from });
    if (Read.parse(JSON.parse(read)).paid) return { id, chargedAt };
    // The pauses grow with the wait, so that polling does not become the load.
    const waited = performance.now() - chargedAt;
    await pause(Math.min(MAX_PAUSE_MS, Math.max(FIRST_PAUSE_MS, waited)));
  }
}

/** Sends a request and reads the whole response. @throws when the connection breaks or the status differs. */
export async function fetchText(status: number, url: string, init?: RequestInit): Promise<string> {
  const response = await fetch(url, init);
  const text = await response.text();
  if (response.status !== status) {
    throw new Error(`${url}: ${response.status} ${text.slice(0, 200)}`);
  }
  return text;
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
