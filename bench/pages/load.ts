import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { processorMs } from '../processor-time.ts';

const CONNECTIONS = 64;
/** As Chromium says it. */
const ENCODINGS = 'gzip, deflate, br, zstd';
const MILLISECONDS = { us: 0.001, ms: 1, s: 1_000 };

export interface Load {
  requestsPerSecond: number;
  /** Of the server's processor for each request. */
  microseconds: number;
  /** What 99 of 100 requests took at most. */
  p99Milliseconds: number;
}

interface Target {
  url: string;
  /** Of the process that answers. */
  pid: number;
}

/** Asks for one page as fast as it is answered, on 64 connections. */
export async function load({ url, pid }: Target, seconds: number): Promise<Load> {
  const options = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}`, '--latency', '--timeout', '30s'];
  const before = processorMs(pid);
  const { stdout } = await promisify(execFile)('wrk', [
    ...options,
    '-H',
    `Accept-Encoding: ${ENCODINGS}`,
    url,
  ]);
  const used = processorMs(pid) - before;
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} failed under load:\n${stdout}`);
  const [, requests] = /(\d+) requests in/.exec(stdout) ?? [];
  const [, perSecond] = /Requests\/sec:\s+([\d.]+)/.exec(stdout) ?? [];
  return {
    requestsPerSecond: Number(perSecond),
    microseconds: (used * 1_000) / Number(requests),
    p99Milliseconds: readDuration(/99%\s+([\d.]+)(us|ms|s)/.exec(stdout)),
  };
}

function readDuration(found: RegExpExecArray | null): number {
  const [, number, unit = ''] = found ?? [];
  const known = Object.entries(MILLISECONDS).find(([name]) => name === unit);
  return Number(number) * (known?.[1] ?? Number.NaN);
}
