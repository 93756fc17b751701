import { createServer, get } from 'node:http';
import { buffer } from 'node:stream/consumers';

// `node bench/bare-server.ts 4000 http://127.0.0.1:3000/` serves from memory what that page sends.

const CONNECTION_HEADERS = ['connection', 'date', 'keep-alive'];

const [, , port, page = ''] = process.argv;
get(page, { headers: { 'Accept-Encoding': 'br' } }, async (response) => {
  const headers = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
    CONNECTION_HEADERS.includes(name) ? [] : values.flatMap((value) => [name, value]),
  );
  const body = await buffer(response);
  createServer((_, answer) => answer.writeHead(200, headers).end(body)).listen(
    Number(port),
    '127.0.0.1',
  );
});
