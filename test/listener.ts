import { get, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';
import * as z from 'zod';

interface ReceivedEvent {
  event: string;
  id: string | undefined;
  path: string;
  data: unknown;
}

const Data = z.object({ path: z.string(), data: z.unknown() }).nullable();

interface Connection {
  origin: string;
  topics: string;
  since?: string;
  lastEventId?: string;
}

interface StaffConnection {
  origin: string;
  cookie: string;
  lastEventId?: string;
}

/** A client of the live events. */
export function createListener() {
  let id: string | undefined;
  let response: IncomingMessage | undefined;
  const events: ReceivedEvent[] = [];
  let retry: number | undefined;
  let checks: (() => void)[] = [];

  function receive(block: string): void {
    const fields = new Map(
      block.split('\n').map((line): [string, string] => {
        const [name = '', ...value] = line.split(': ');
        return [name, value.join(': ')];
      }),
    );
    if (fields.has('retry')) retry = Number(fields.get('retry'));
    if (!fields.has('event')) return;
    const { path = '', data = null } = Data.parse(JSON.parse(fields.get('data') ?? '')) ?? {};
    const received = { event: fields.get('event') ?? '', id: fields.get('id'), path, data };
    id = received.id ?? id;
    events.push(received);
  }

  function runChecks(): void {
    for (const check of checks) check();
  }

  /** Resolves with the head of the response. */
  function connect({ origin, topics, since, lastEventId }: Connection): Promise<IncomingMessage> {
    const query = `topics=${topics}${since === undefined ? '' : `&since=${since}`}`;
    return open(`${origin}/api/live?${query}`, lastEventId);
  }

  /** As a staff member. */
  function connectAsStaff({ origin, cookie, lastEventId }: StaffConnection) {
    return open(`${origin}/owner/live`, lastEventId, { Cookie: cookie });
  }

  function open(url: string, lastEventId: string | undefined, sent: OutgoingHttpHeaders = {}) {
    const headers = { ...sent, ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }) };
    return new Promise<IncomingMessage>((resolve, reject) => {
      const request = get(url, { headers, agent: false }, (opened) => {
        response = opened;
        let rest = '';
        opened.setEncoding('utf8');
        opened.on('data', (text: string) => {
          const blocks = (rest + text).split('\n\n');
          rest = blocks.pop() ?? '';
          for (const block of blocks) receive(block);
          runChecks();
        });
        opened.on('error', () => {});
        opened.on('close', runChecks);
        resolve(opened);
      });
      request.on('error', reject);
      request.on('close', runChecks);
    });
  }

  /** Resolves as soon as the condition holds; checks it after every event and disconnection. */
  function until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!condition()) return;
        checks = checks.filter((each) => each !== check);
        resolve();
      };
      checks.push(check);
      check();
    });
  }

  const disconnect = () => void response?.destroy();
  onTestFinished(disconnect);
  return {
    connect,
    connectAsStaff,
    until,
    disconnect,
    events,
    lastId: () => id,
    retry: () => retry,
    isConnected: () => response?.destroyed === false,
  };
}
