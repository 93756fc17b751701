import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { EnvError, readEnv } from '#server/env.ts';
import { buildIfNeeded } from '../harness/build.ts';
import { endProcess } from '../harness/child-process.ts';
import { checkNodeVersion } from '../harness/node-version.ts';
import { startPractice } from '../harness/practice-services.ts';
import { untilReachable } from '../harness/until-reachable.ts';

// `npm start`: builds what is not built, starts the shop, and beside it whatever it practises with.

checkNodeVersion();
const environment: NodeJS.ProcessEnv = {
  ...process.env,
  NODE_ENV: 'production',
  // Who has not asked for production is trying it out.
  PRACTICE: process.env.PRACTICE ?? (process.env.NODE_ENV === 'production' ? '0' : '1'),
};
const env = checkedEnv();
buildIfNeeded();

const practice = env.practice ? await startPractice(env.PORT, environment) : undefined;
const shop = spawn(process.execPath, ['build/server/index.js'], {
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
if (shop.exitCode === null && !stopping) printWhere();

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

/** The shop first: it finishes the requests under way, and may need the practice services for it. */
function stop(): void {
  stopping = true;
  shop.kill('SIGTERM');
}

function reachableHost(): string {
  return ['0.0.0.0', '::'].includes(env.HOST) ? '127.0.0.1' : env.HOST;
}

function printWhere(): void {
  const practiceOrigin = (offset: number) => {
    const url = new URL(env.ORIGIN);
    return `${url.protocol}//${url.hostname}:${env.PORT + offset}`;
  };
  console.log(`\n  The shop            ${env.ORIGIN}`);
  if (env.practice) {
    console.log(`  Practice checkout   ${practiceOrigin(1)}`);
    console.log(`  E-mail inbox        ${practiceOrigin(2)}`);
  }
  console.log('\n  Ctrl-C closes it.\n');
}
