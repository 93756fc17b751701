import { type ParseArgsConfig, parseArgs } from 'node:util';
import { type Env, readEnv } from '#server/env.ts';
import { explainFailure } from '#server/explain-failure.ts';

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

export function noShop({ DATABASE_URL, DATA_DIR }: Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>): string {
  const location = DATABASE_URL ? 'the database' : DATA_DIR;
  return `No shop data found in ${location}. Is DATA_DIR or DATABASE_URL set as the shop has it?`;
}

export const onlySqlite: CommandResult = {
  ok: false,
  text: 'This is for SQLite. PostgreSQL has its own client for it: see docs/deploy.md.',
};

/** As `parseArgs`. @returns undefined for an unknown option: the usage helps more than the message of `parseArgs`. */
export function parseOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(
  args: string[],
  options: Options,
) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch {
    return undefined;
  }
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
