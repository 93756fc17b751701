import { createServer } from 'node:http';
import * as z from 'zod';

// What Node itself can do: the same bytes and headers, and nothing is asked or looked up. A process of
// its own; `measure.ts` says through the environment what to serve.

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
