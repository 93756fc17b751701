import { type Composed, compose } from '#server/compose.ts';
import { type Env, readEnv } from '#server/env.ts';
import { explainFailure } from '#server/explain-failure.ts';
import { createLog } from '#server/log.ts';

/** Runs a command. A failure ends it with exit code 1 and a sentence, a bug with a stack. */
export async function runCommand(work: (env: Env) => Promise<void>): Promise<void> {
  try {
    await work(readEnv(process.env));
  } catch (error) {
    const explanation = explainFailure(error);
    console.error(explanation ? `The command failed. ${explanation}` : error);
    process.exitCode = 1;
  }
}

/** Runs a command on the shop's services, and closes them. */
export function runOnShop(
  work: (composed: Composed, env: Env) => Promise<void>,
  logLevel: Env['LOG_LEVEL'] = 'warn',
): Promise<void> {
  return runCommand(async (env) => {
    const composed = await compose(env, createLog(logLevel));
    try {
      await work(composed, env);
    } finally {
      await composed.close();
    }
  });
}
