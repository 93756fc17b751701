import { spawn } from 'node:child_process';
import { endProcess, untilAnswering } from '../../harness/child-process.ts';
import type { ServedFile } from './file-server.ts';

/** Starts `bare-node.ts` with these files. */
export async function startBareNode(port: number, files: ServedFile[]) {
  const served = files.map(({ name, headers, content }) => {
    const withLength = headers.filter(([header]) => !CONNECTION_S.includes(header)).flat();
    return [name, { headers: withLength, text: content.toString('latin1') }];
  });
  const bare = spawn(process.execPath, ['bench/pages/bare-node.ts'], {
    env: { BARE_PORT: String(port), BARE_FILES: JSON.stringify(Object.fromEntries(served)) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const origin = `http://127.0.0.1:${port}`;
  const pid = await untilAnswering(bare, `${origin}/${files[0]?.name}`);
  return { origin, pid, stop: () => endProcess(bare) };
}

/** Node says these itself. */
const CONNECTION_S = ['connection', 'date', 'keep-alive'];
