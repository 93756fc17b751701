import { get, type IncomingMessage } from 'node:http';
import { onTestFinished } from 'vitest';
import * as z from 'zod';

/** As it is sent: what a page makes of it is its own affair. */
export interface HeardEvent {
  event: string;
  id: string | undefined;
  path: string;
  data: unknown;
  bytes: number;
}

const Data = z.object({ path: z.string(), data: z.unknown() }).nullable();
type Tree = { [name: string]: unknown };
const Tree = z.record(z.string(), z.unknown());

export interface Hearing {
  origin: string;
  topics: string;
  since?: string;
  lastEventId?: string;
}

/** Listens to a shop as a program does that keeps a copy of what it hears, and comes back for the rest. */
export function listener() {
  /** Everything as it has been told, by topic. */
  let copy: Tree = {};
  let id: string | undefined;
  let answer: IncomingMessage | undefined;
  const events: HeardEvent[] = [];
  let retry: number | undefined;
  let lookers: (() => void)[] = [];

  function hear(block: string): void {
    const fields = new Map(
      block.split('\n').map((line): [string, string] => {
        const [name = '', ...value] = line.split(': ');
        return [name, value.join(': ')];
      }),
    );
    if (fields.has('retry')) retry = Number(fields.get('retry'));
    if (!fields.has('event')) return;
    const { path = '', data = null } = Data.parse(JSON.parse(fields.get('data') ?? '')) ?? {};
    const heard = { event: fields.get('event') ?? '', id: fields.get('id'), path, data };
    id = heard.id ?? id;
    if (heard.event === 'put') copy = put(copy, names(path), data);
    if (heard.event === 'patch') {
      for (const [name, value] of Object.entries(Tree.parse(data))) {
        copy = put(copy, [...names(path), name], value);
      }
    }
    events.push({ ...heard, bytes: Buffer.byteLength(block) });
  }

  function look(): void {
    for (const looker of lookers) looker();
  }

  /** @returns when the head has come. */
  function connect({ origin, topics, since, lastEventId }: Hearing): Promise<IncomingMessage> {
    const query = `topics=${topics}${since === undefined ? '' : `&since=${since}`}`;
    const headers = lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId };
    return new Promise((resolve, reject) => {
      const request = get(`${origin}/api/live?${query}`, { headers, agent: false }, (response) => {
        answer = response;
        let rest = '';
        response.setEncoding('utf8');
        response.on('data', (text: string) => {
          const blocks = (rest + text).split('\n\n');
          rest = blocks.pop() ?? '';
          for (const block of blocks) hear(block);
          look();
        });
        response.on('error', () => {});
        response.on('close', look);
        resolve(response);
      });
      request.on('error', reject);
      request.on('close', look);
    });
  }

  /** Resolves as soon as it is so, and looks whenever something is heard. */
  function until(isSo: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const looker = () => {
        if (!isSo()) return;
        lookers = lookers.filter((each) => each !== looker);
        resolve();
      };
      lookers.push(looker);
      looker();
    });
  }

  const hangUp = () => void answer?.destroy();
  onTestFinished(hangUp);
  return {
    connect,
    until,
    hangUp,
    copy: () => copy,
    events,
    lastId: () => id,
    retry: () => retry,
    isConnected: () => answer?.destroyed === false,
  };
}

function names(path: string): string[] {
  return path.split('/').filter((name) => name !== '');
}

/** The tree with something else at a place; null is nothing there. */
function put(tree: Tree, [name, ...below]: string[], value: unknown): Tree {
  if (name === undefined) return Tree.parse(value);
  const inside = below.length === 0 ? value : put(Tree.parse(tree[name] ?? {}), below, value);
  const { [name]: _, ...others } = tree;
  return inside === null ? others : { ...others, [name]: inside };
}
