import { type ChildProcess, type IOType, spawn } from 'node:child_process';
import { once } from 'node:events';
import { OperatorError } from './database-errors.ts';

/** Starts PostgreSQL's client tools, found through the environment's PATH. */
export interface PostgresTools {
  /** Runs a tool on the shop's database. */
  onDatabase(command: string, options: string[], stdio: [IOType, IOType]): Tool;
  /** Runs a tool without a database. */
  onFiles(command: string, options: string[], stdio: [IOType, IOType]): Tool;
}

/** The tool failed, but not because of its version. */
export class ToolFailed extends OperatorError {}

interface Tool {
  process: ChildProcess;
  /** @throws {OperatorError} if the tool is missing or fails. */
  succeeded: Promise<void>;
}

export function postgresTools(databaseUrl: string, environment: NodeJS.ProcessEnv): PostgresTools {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  // Not as an argument: all users of the machine can read those.
  url.password = '';
  // Failures are recognized by English messages.
  const untranslated = { ...environment, LC_ALL: 'C' };
  const env = { ...untranslated, ...(password && { PGPASSWORD: password }) };
  return {
    onDatabase: (command, options, stdio) =>
      start(command, [...options, `--dbname=${url.href}`], stdio, env),
    onFiles: (command, options, stdio) => start(command, options, stdio, untranslated),
  };
}

function start(
  command: string,
  options: string[],
  stdio: [IOType, IOType],
  env: NodeJS.ProcessEnv,
): Tool {
  const process = spawn(command, options, { stdio: [...stdio, 'pipe'], env });
  const succeeded = waitForSuccess(process);
  // It may reject before it is awaited.
  succeeded.catch(() => {});
  return { process, succeeded };
}

/** A tool may repeat a message for each row; the first is enough. */
const MAX_STDERR_LENGTH = 10_000;

async function waitForSuccess(tool: ChildProcess): Promise<void> {
  let stderr = '';
  tool.stderr?.on('data', (chunk) => {
    if (stderr.length < MAX_STDERR_LENGTH) stderr += chunk;
  });
  const [code, signal] = await once(tool, 'close').catch((error: unknown) => {
    throw new OperatorError(
      `${tool.spawnfile} cannot be started; it comes with the PostgreSQL client.`,
      { cause: error },
    );
  });
  if (code !== 0) throw failure(tool.spawnfile, stderr, code ?? signal);
}

/** Messages about different major versions of client, server or backup. */
const VERSION_MISMATCH = /version|unrecognized configuration parameter|invalid command/;

function failure(command: string, stderr: string, code: unknown): OperatorError {
  // Lines after the first error may contain rows of the backup.
  const reason = stderr.split('\n').find((line) => /error|fatal/i.test(line)) ?? `code ${code}`;
  const sentence = `${command} failed: ${reason.trim().replace(/\.?$/, '.')}`;
  if (!VERSION_MISMATCH.test(reason)) return new ToolFailed(sentence);
  return new OperatorError(
    `${sentence} The PostgreSQL client has to be of the server's major version, and not older than the one that made the backup.`,
  );
}
