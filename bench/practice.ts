import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { endProcess } from '../harness/child-process.ts';
import { freePorts } from '../harness/free-ports.ts';
import { startPractice } from '../harness/practice-services.ts';
import { payByCard } from '../test/card-page.ts';
import { atMost, type Benchmark, round } from './benchmark.ts';
import { processorMs } from './processor-time.ts';
import { fetchText } from './shopper.ts';

const GROUPS = 10;
const CLIENTS = 8;
const MAX_GROWTH = 1.1;
const PORTS = 3;

const Session = z.object({ id: z.string(), url: z.string() });

export const practice: Benchmark = {
  name: 'practice',
  title: 'Practice services',
  description:
    'Does the cost of the practice Stripe and EmailJS grow with their records? Eight clients create a session with an idempotency key, pay it by card, ' +
    'read it with its line items and send an e-mail; a webhook receiver answers 200. CPU is the time of the services’ process divided by the orders of each tenth of the run.',
  sizes: ['orders'],
  async measure({ orders = 5_000 }) {
    const size = Math.ceil(orders / GROUPS);
    const groups = await measureGroups(size);
    const [, second, ...rest] = groups;
    const last = rest.at(-1);
    const growth = round((last?.cpuMs ?? Number.NaN) / (second?.cpuMs ?? Number.NaN), 2);
    return {
      tables: [
        {
          caption: 'CPU of an order in the practice services',
          columns: ['orders', 'CPU ms', 'orders/s'],
          rows: groups.map(({ cpuMs, perSecond }, at) => [
            `${at * size + 1} to ${(at + 1) * size}`,
            round(cpuMs, 2),
            Math.round(perSecond),
          ]),
        },
      ],
      charts: [],
      // The first tenth includes the compilation of the code.
      targets: [atMost('CPU of the last tenth', growth, MAX_GROWTH, '× the second tenth')],
    };
  },
};

interface Group {
  /** Of one order. */
  cpuMs: number;
  perSecond: number;
}

async function measureGroups(size: number): Promise<Group[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'battenberg-practice-'));
  const port = await freePorts(PORTS, 58_000);
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.end());
  }).listen(port, '127.0.0.1');
  const services = await startPractice(port, { PATH: process.env.PATH, DATA_DIR: dataDir });
  const pid = services.pid ?? 0;
  try {
    const groups: Group[] = [];
    while (groups.length < GROUPS) {
      const cpuBefore = processorMs(pid);
      const began = performance.now();
      let left = size;
      const orderUntilEnd = async () => {
        for (; left > 0; ) {
          left -= 1;
          await placeOrder(port);
        }
      };
      await Promise.all(Array.from({ length: CLIENTS }, orderUntilEnd));
      groups.push({
        cpuMs: (processorMs(pid) - cpuBefore) / size,
        perSecond: (size * 1_000) / (performance.now() - began),
      });
    }
    return groups;
  } finally {
    receiver.close();
    await endProcess(services);
    await rm(dataDir, { recursive: true });
  }
}

/** The requests of the shop and the customer for one order. */
async function placeOrder(port: number): Promise<void> {
  const sessions = `http://127.0.0.1:${port + 1}/v1/checkout/sessions`;
  const id = randomUUID();
  const headers = { Authorization: 'Bearer sk_test_practice' };
  const created = await fetchText(200, sessions, {
    method: 'POST',
    headers: { ...headers, 'Idempotency-Key': id },
    body: new URLSearchParams({
      mode: 'payment',
      success_url: 'http://localhost/thank-you',
      client_reference_id: id,
      'line_items[0][price_data][currency]': 'gbp',
      'line_items[0][price_data][unit_amount]': '4800',
      'line_items[0][price_data][product_data][name]': 'Cake',
      'line_items[0][quantity]': '1',
    }),
  });
  const session = Session.parse(JSON.parse(created));
  await payByCard(session.url);
  await fetchText(200, `${sessions}/${session.id}?expand[]=line_items`, { headers });
  await fetchText(200, `http://127.0.0.1:${port + 2}/api/v1.0/email/send`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      user_id: 'public',
      service_id: 'service',
      template_id: 'order',
      accessToken: 'private',
      template_params: { order_id: id, orderText: 'One cake\n'.repeat(50) },
    }),
  });
}
