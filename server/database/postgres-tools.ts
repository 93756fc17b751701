import { type ChildProcess, type IOType, spawn } from 'node:child_process';
import { once } from 'node:events';
import { OperatorError } from './operator-error.ts';

/** Starts PostgreSQL's own tools, found where the environment says. */
export interface PostgresTools {
  /** With the shop's database. */
  onDatabase(command: string, options: string[], stdio: [IOType, IOType]): Tool;
  /** Only on files. */
  onFiles(command: string, options: string[], stdio: [IOType, IOType]): Tool;
}

/** The tool ran and failed, for another reason than its version. */
export class ToolFailed extends OperatorError {}

export interface Tool {
  process: ChildProcess;
  /** @throws {OperatorError} when the tool is not there or fails, with its reason. */
  succeeded: Promise<void>;
}

export function postgresTools(databaseUrl: string, environment: NodeJS.ProcessEnv): PostgresTools {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  // Through the environment: the arguments of a process can be read by everybody on the machine.
  url.password = '';
  // Its messages are searched for words.
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
  const succeeded = untilSuccess(process);
  // It may fail before anything waits for it.
  succeeded.catch(() => {});
  return { process, succeeded };
}

/** Enough for the first complaint, of a tool that may repeat it for each row. */
const LONGEST_COMPLAINT = 10_000;

async function untilSuccess(tool: ChildProcess): Promise<void> {
  let said = '';
  tool.stderr?.on('data', (chunk) => {
    if (said.length < LONGEST_COMPLAINT) said += chunk;
  });
  const [code, signal] = await once(tool, 'close').catch((error: unknown) => {
    throw new OperatorError(
      `${tool.spawnfile} cannot be started; it comes with the PostgreSQL client.`,
      { cause: error },
    );
  });
  if (code !== 0) throw failure(tool.spawnfile, said, code ?? signal);
}

/** What differs between the major versions of the client and the server, or of the client and the backup. */
const OTHER_VERSION = /version|unrecognized configuration parameter|invalid command/;

function failure(command: string, said: string, code: unknown): OperatorError {
  // Its lines after the first error may repeat rows of the backup.
  const reason = said.split('\n').find((line) => /error|fatal/i.test(line)) ?? `code ${code}`;
  const sentence = `${command} failed: ${reason.trim().replace(/\.?$/, '.')}`;
  if (!OTHER_VERSION.test(reason)) return new ToolFailed(sentence);
  return new OperatorError(
    `${sentence} The PostgreSQL client has to be of the server's major version, and not older than the one that made the backup.`,
  );
}
