import type { Composed } from '#server/compose.ts';
import { type Env, readEnv } from '#server/env.ts';
import { explainFailure } from '#server/explain-failure.ts';
import { createLog } from '#server/log.ts';

/** `ok` is false if nothing could be done. */
export interface CommandResult {
  ok: boolean;
  text: string;
}

/** Runs a command. An expected failure prints a sentence, a bug a stack; both exit with code 1. */
export async function runCommand(work: (env: Env) => Promise<CommandResult>): Promise<void> {
  try {
    const { ok, text } = await work(readEnv(process.env));
    if (ok) console.log(text);
    else fail(text);
  } catch (error) {
    const explanation = explainFailure(error);
    fail(explanation ? `The command failed. ${explanation}` : error);
  }
}

/** Runs a command with the shop's services, and closes them. */
export function runShopCommand(
  work: (composed: Composed, env: Env) => Promise<CommandResult>,
  logLevel: Env['LOG_LEVEL'] = 'warn',
): Promise<void> {
  return runCommand(async (env) => {
    // Loaded last, because it takes most of a second: wrong arguments and settings are answered at once.
    const { compose } = await import('#server/compose.ts');
    const composed = await compose(env, createLog(logLevel));
    try {
      return await work(composed, env);
    } finally {
      await composed.close();
    }
  });
}

/** Prints how a command is used, and exits with code 2. */
export function exitWithUsage(usage: string): never {
  console.error(usage);
  process.exit(2);
}

function fail(reason: unknown): void {
  console.error(reason);
  process.exitCode = 1;
}
