import { spawn } from 'node:child_process';
import autocannon from 'autocannon';
import { endProcess, untilReady } from '../harness/child-process.ts';
import { freePorts } from '../harness/free-ports.ts';
import { processorMs } from './processes.ts';

export interface Served {
  url: string;
  pid: number;
}

const CONNECTIONS = 32;
/** Chromium's. */
const ACCEPT_ENCODING = 'gzip, deflate, br, zstd';

/** Requests a URL so many times as fast as the server responds. @returns the server's CPU time of a request in µs. */
export async function cpuOfRequest({ url, pid }: Served, requests: number): Promise<number> {
  const before = processorMs(pid);
  const { errors, non2xx } = await autocannon({
    url,
    amount: requests,
    connections: CONNECTIONS,
    headers: { 'Accept-Encoding': ACCEPT_ENCODING },
  });
  if (errors > 0 || non2xx > 0) throw new Error(`${url} failed under load.`);
  return ((processorMs(pid) - before) * 1_000) / requests;
}

/** Starts a `node:http` server of the bytes and headers of one page: the least that a page costs. */
export async function startBareServer(page: string) {
  const port = await freePorts(1, 57_000);
  const bare = spawn(process.execPath, ['bench/bare-server.ts', String(port), page], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}/`;
  return { url, pid: await untilReady(bare, url), stop: () => endProcess(bare) };
}
