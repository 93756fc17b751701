import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';

/** Starts PostgreSQL's own tools, found where the environment says. */
export interface PostgresTools {
  /** With the shop's database. */
  onDatabase(command: string, options: string[], stdio: StdioOptions): ChildProcess;
  /** Only on files. */
  onFiles(command: string, options: string[], stdio: StdioOptions): ChildProcess;
}

export function postgresTools(databaseUrl: string, environment: NodeJS.ProcessEnv): PostgresTools {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  // Through the environment: the arguments of a process can be read by everybody on the machine.
  url.password = '';
  const env = { ...environment, ...(password && { PGPASSWORD: password }) };
  return {
    onDatabase: (command, options, stdio) =>
      spawn(command, [...options, `--dbname=${url.href}`], { stdio, env }),
    onFiles: (command, options, stdio) => spawn(command, options, { stdio, env: environment }),
  };
}

/** @throws when the tool is not there or has not done what it was told; why, it has said itself. */
export async function succeeded(tool: ChildProcess): Promise<void> {
  const code = await exitCode(tool);
  if (code !== 0) throw new Error(`${tool.spawnfile} failed.`);
}

export async function exitCode(tool: ChildProcess): Promise<unknown> {
  try {
    const [code] = await once(tool, 'close');
    return code;
  } catch (error) {
    throw new Error(`${tool.spawnfile} cannot be started; it comes with the PostgreSQL client.`, {
      cause: error,
    });
  }
}
