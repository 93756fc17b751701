import { createServer } from 'node:http';
import * as z from 'zod';

// Serves the files in its environment from memory. `servers.ts` starts it as a process of its own.

const Served = z.object({ headers: z.array(z.string()), text: z.string() });
const { BARE_PORT, BARE_FILES } = z
  .object({ BARE_PORT: z.coerce.number().int(), BARE_FILES: z.string() })
  .parse(process.env);
const files = new Map(
  Object.entries(z.record(z.string(), Served).parse(JSON.parse(BARE_FILES))).map(
    ([name, served]) => [`/${name}`, served],
  ),
);

createServer((request, response) => {
  const served = files.get(request.url ?? '');
  if (!served) return response.writeHead(404).end();
  response.writeHead(200, served.headers).end(served.text, 'latin1');
}).listen(BARE_PORT, '127.0.0.1');
