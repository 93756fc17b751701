import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { styleText } from 'node:util';
import { EnvError, readEnv } from '#server/env.ts';
import { BUILT_SERVER, buildIfNeeded, SHOP_NODE_OPTIONS } from '../harness/build.ts';
import { endProcess } from '../harness/child-process.ts';
import { startPractice } from '../harness/practice-services.ts';
import { untilReachable } from '../harness/until-reachable.ts';

// `npm start`: builds the shop if needed, and starts it with the practice services it uses.

const environment: NodeJS.ProcessEnv = {
  ...process.env,
  NODE_ENV: 'production',
  // A shop that was not configured for production runs on practice services.
  PRACTICE: process.env.PRACTICE ?? (process.env.NODE_ENV === 'production' ? '0' : '1'),
};
const env = checkedEnv();
buildIfNeeded();

const practice = env.practice ? await startPractice(env.PORT, environment) : undefined;
const shop = spawn(process.execPath, [...SHOP_NODE_OPTIONS, BUILT_SERVER], {
  env: environment,
  stdio: 'inherit',
});
const shopEnded = once(shop, 'exit');

let stopping = false;
process.on('SIGINT', stop);
process.on('SIGTERM', stop);
practice?.once('exit', () => {
  if (!stopping) console.error('The practice services have ended; closing the shop.');
  stop();
});

await Promise.race([untilReachable(`http://${reachableHost()}:${env.PORT}/readyz`), shopEnded]);
if (shop.exitCode === null && !stopping) printAddresses();

const [exitCode] = await shopEnded;
stopping = true;
if (practice) await endProcess(practice);
process.exit(exitCode ?? 1);

function checkedEnv() {
  try {
    return readEnv(environment);
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    console.error(`The shop cannot start:\n${error.message}`);
    process.exit(1);
  }
}

/** The shop first: requests in progress may need the practice services. */
function stop(): void {
  stopping = true;
  shop.kill('SIGTERM');
}

function reachableHost(): string {
  return ['0.0.0.0', '::'].includes(env.HOST) ? '127.0.0.1' : env.HOST;
}

/** Last, so that no log line of the start-up hides it. */
function printAddresses(): void {
  const practiceOrigin = (offset: number) => {
    const url = new URL(env.ORIGIN);
    return `${url.protocol}//${url.hostname}:${env.PORT + offset}`;
  };
  const addresses = [['The shop', env.ORIGIN]];
  if (env.practice) {
    addresses.push(['Practice checkout', practiceOrigin(1)], ['E-mail inbox', practiceOrigin(2)]);
  }
  const lines = addresses.map(
    ([name = '', url = '']) => `  ${name.padEnd(18)}  ${styleText(['bold', 'cyan'], url)}`,
  );
  console.log(`\n${lines.join('\n')}\n\n  Ctrl-C closes it.\n`);
}
