import { connect, type Socket } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import { type Message, sharedClock, Task } from './listeners.ts';

// Live listeners in a process of their own, so that their cost does not count as the server's.

/** 28,000 ports for each pair of addresses, and 1,000 connections for each caller (server/live/route.ts). */
const LISTENERS_PER_ADDRESS = 250;
/** The backlog of a listening socket is 511. */
const CONCURRENT_CONNECTS = 100;
/** In steps of `nice`: less than half of another process's share of a processor. */
const NICENESS = 5;
/** Chromium's: the size of the headers counts, because Node keeps them. */
const HEADERS = [
  'Connection: keep-alive',
  'sec-ch-ua-platform: "Linux"',
  'Cache-Control: no-cache',
  'User-Agent: Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Accept: text/event-stream',
  'sec-ch-ua: "Chromium";v="142", "Not_A Brand";v="99"',
  'sec-ch-ua-mobile: ?0',
  'Sec-Fetch-Site: same-origin',
  'Sec-Fetch-Mode: cors',
  'Sec-Fetch-Dest: empty',
  'Referer: http://127.0.0.1/cakes/celebration-cakes',
  'Accept-Encoding: gzip, deflate, br, zstd',
  'Accept-Language: en-GB,en;q=0.9',
].join('\r\n');

// In production the listeners run on other machines: here the server and the visitor have priority.
setPriority(getPriority() + NICENESS);

const task = Task.parse(JSON.parse(process.argv[2] ?? ''));
const arrivals = new Map<number, number[]>();

for (let first = 0; first < task.listeners; first += CONCURRENT_CONNECTS) {
  const count = Math.min(CONCURRENT_CONNECTS, task.listeners - first);
  await Promise.all(Array.from({ length: count }, (_, at) => listen(first + at)));
}
send({ kind: 'listening' });
process.on('disconnect', () => process.exit());

/** Resolves when the response has begun. */
function listen(number: number): Promise<Socket> {
  const { port, path, network } = task;
  const localAddress = `127.0.${network}.${1 + Math.floor(number / LISTENERS_PER_ADDRESS)}`;
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${HEADERS}\r\n\r\n`);
    let rest = '';
    socket.on('data', (chunk) => {
      const at = sharedClock();
      const text = rest + chunk.toString('latin1');
      const end = text.lastIndexOf('\n\n') + 1;
      rest = text.slice(end);
      const whole = text.slice(0, end);
      if (whole.startsWith('HTTP/1.1 200')) resolve(socket);
      for (const [, id] of whole.matchAll(/\nid: (\d+)\n/g)) receive(Number(id), at);
    });
    socket.on('error', ({ message }) => send({ kind: 'lost', reason: message }));
    socket.on('close', () => send({ kind: 'lost', reason: `closed after: ${rest.slice(0, 200)}` }));
  });
}

function receive(version: number, at: number): void {
  const all = arrivals.get(version) ?? [];
  arrivals.set(version, all);
  all.push(at);
  if (all.length < task.listeners) return;
  arrivals.delete(version);
  send({ kind: 'received', version, at: all });
}

function send(message: Message): void {
  process.send?.(message);
}
