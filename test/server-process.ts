import { Hono } from 'hono';
import { closeOnSignal } from '#server/close-on-signal.ts';
import { compose } from '#server/compose.ts';
import { readEnv } from '#server/env.ts';
import { createApp } from '#server/http/app.ts';
import { trustProxies } from '#server/http/client-address.ts';
import { listen } from '#server/http/listen.ts';
import { createLog } from '#server/log.ts';

// A server without pages in its own process. Tests start it, read its port and stop it.

speedTimersUp(Number(process.env.TIMERS_SPEED));
const env = readEnv(process.env);
const log = createLog(env.LOG_LEVEL);
const composed = await compose(env, log);
let isClosing = false;
const app = createApp({
  composed,
  log,
  origin: env.ORIGIN,
  production: true,
  withPolicy: true,
  foreignOrigins: {},
  rateLimitFactor: env.RATE_LIMIT_FACTOR,
  isTrustedProxy: trustProxies(env.TRUSTED_PROXIES),
  isClosing: () => isClosing,
  site: new Hono(),
});
const listening = await listen((request, connection) => app.fetch(request, connection), {
  host: env.HOST,
  port: 0,
});
const { startJobs, stopJobs, live, close } = composed;
const markClosing = () => {
  isClosing = true;
};
closeOnSignal({ log, markClosing, stopJobs, closeLive: live.close, close }, listening, 0);
startJobs();
process.send?.(listening.port);

/** Shortens the shop's timeouts, and leaves the longest of them the longest. */
function speedTimersUp(times: number): void {
  const { setTimeout } = globalThis;
  const { timeout } = AbortSignal;
  Object.defineProperty(globalThis, 'setTimeout', {
    value: (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
      setTimeout(run, ms / times, ...given),
  });
  AbortSignal.timeout = (ms) => timeout.call(AbortSignal, ms / times);
}
