import { Agent, type IncomingMessage, request } from 'node:http';

export interface TimedAnswer {
  status: number;
  body: string;
  /** From sending the request to the last byte of the answer. */
  milliseconds: number;
}

export type Call = (
  method: string,
  path: string,
  body?: { headers: Record<string, string>; text: string },
) => Promise<TimedAnswer>;

/** One caller on one connection that stays open: what is timed is the answer and nothing else. */
export function openCaller(origin: string): { call: Call; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const call: Call = (method, path, body) =>
    new Promise((resolve, reject) => {
      const began = performance.now();
      const sent = request(`${origin}${path}`, { method, agent, headers: body?.headers });
      sent.on('error', reject);
      sent.on('response', async (answer: IncomingMessage) => {
        const text = (await answer.toArray()).join('');
        const milliseconds = performance.now() - began;
        resolve({ status: answer.statusCode ?? 0, body: text, milliseconds });
      });
      sent.end(body?.text);
    });
  return { call, close: () => agent.destroy() };
}
