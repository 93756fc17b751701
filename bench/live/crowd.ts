import { connect, type Socket } from 'node:net';
import { getPriority, setPriority } from 'node:os';
import { type Said, sharedClock, Task } from './crowd-words.ts';

// Listeners in a process of their own (crowds.ts starts it), so that what they cost is not the server's.

/** 28,000 ports for each pair of addresses, and 1,000 seats for each caller (server/live/listener-limits.ts). */
const LISTENERS_OF_AN_ADDRESS = 250;
/** So many connect at once: the line in front of a listening socket holds 511. */
const AT_ONCE = 100;
/** In steps of `nice`: half of the others' share of a processor, and less. */
const LESS_URGENT = 5;
/** Node keeps what is sent, so it is as much as a browser sends. */
const AS_A_BROWSER = [
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

// Elsewhere they would have machines of their own: here they give way to the server and the visitor.
setPriority(getPriority() + LESS_URGENT);

const task = Task.parse(JSON.parse(process.argv[2] ?? ''));
const arrivals = new Map<number, number[]>();

for (let first = 0; first < task.listeners; first += AT_ONCE) {
  const many = Math.min(AT_ONCE, task.listeners - first);
  await Promise.all(Array.from({ length: many }, (_, at) => listenAs(first + at)));
}
say({ kind: 'listening' });
process.on('disconnect', () => process.exit());

/** Resolves when the answer has begun. */
function listenAs(number: number): Promise<Socket> {
  const { port, path, network } = task;
  const localAddress = `127.0.${network}.${1 + Math.floor(number / LISTENERS_OF_AN_ADDRESS)}`;
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n${AS_A_BROWSER}\r\n\r\n`);
    let rest = '';
    socket.on('data', (chunk) => {
      const at = sharedClock();
      const text = rest + chunk.toString('latin1');
      const end = text.lastIndexOf('\n\n') + 1;
      rest = text.slice(end);
      const whole = text.slice(0, end);
      if (whole.startsWith('HTTP/1.1 200')) resolve(socket);
      for (const [, id] of whole.matchAll(/\nid: (\d+)\n/g)) arrived(Number(id), at);
    });
    socket.on('error', ({ message }) => say({ kind: 'lost', reason: message }));
    socket.on('close', () => say({ kind: 'lost', reason: `closed after: ${rest.slice(0, 200)}` }));
  });
}

function arrived(version: number, at: number): void {
  const all = arrivals.get(version) ?? [];
  arrivals.set(version, all);
  all.push(at);
  if (all.length < task.listeners) return;
  arrivals.delete(version);
  say({ kind: 'told', version, at: all });
}

function say(said: Said): void {
  process.send?.(said);
}
