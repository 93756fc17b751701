import { Agent, type IncomingMessage, request } from 'node:http';

interface TimedResponse {
  status: number;
  body: string;
  /** From sending the request to the last byte of the response. */
  milliseconds: number;
}

export type Call = (
  method: string,
  path: string,
  body?: { headers: Record<string, string>; text: string },
) => Promise<TimedResponse>;

/** A client with one persistent connection, so that no connection set-up is timed. */
export function openClient(origin: string): { call: Call; close(): void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const call: Call = (method, path, body) =>
    new Promise((resolve, reject) => {
      const began = performance.now();
      const sent = request(`${origin}${path}`, { method, agent, headers: body?.headers });
      sent.on('error', reject);
      sent.on('response', async (response: IncomingMessage) => {
        const text = (await response.toArray()).join('');
        const milliseconds = performance.now() - began;
        resolve({ status: response.statusCode ?? 0, body: text, milliseconds });
      });
      sent.end(body?.text);
    });
  return { call, close: () => agent.destroy() };
}
