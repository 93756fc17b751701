import fc from 'fast-check';
import { bodies, junk } from './arbitraries.ts';
import { type FuzzRequest, httpBytes } from './request.ts';

type Headers = Record<string, string>;

const HEX = '0'.repeat(64);
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const PATHS = [
  ...[
    '/',
    '/cakes/celebration-cakes',
    '/payment-loading',
    '/thank-you-page/none',
    '/pay/none',
    '/healthz',
  ],
  ...['/api/cakes', '/api/calendar', '/api/orders/none', '/api/orders/none/confirm', '/readyz'],
  ...[
    '/owner',
    '/owner/sign-in',
    '/owner/sign-in/code',
    '/owner/welcome',
    '/owner/passkeys/sign-in',
  ],
  ...['/webhooks/stripe', '/assets/none.js', '/photos/hero.jpg', '/sitemap.xml'],
  ...['/my-order/none', `/my-order/${'0'.repeat(26)}`],
];

/** Webhooks with an invalid signature or body. */
export function webhooks(headers: Headers): fc.Arbitrary<FuzzRequest> {
  const part = fc.constantFrom(
    't=',
    't=abc',
    't=1',
    'v1',
    'v1=',
    `v1=${HEX}`,
    'v0=1',
    '=',
    '',
    'ÿ',
  );
  const signature = fc.array(part, { maxLength: 40 }).map((parts) => parts.join(','));
  const body = fc.oneof(fc.json(), fc.string({ unit: 'binary', maxLength: 100 }));
  return fc.tuple(signature, body).map(([signed, text]) => ({
    kind: 'webhook',
    complete: true,
    bytes: httpBytes({
      method: 'POST',
      path: '/webhooks/stripe',
      headers: { ...headers, 'Stripe-Signature': signed },
      body: Buffer.from(text),
    }),
  }));
}

const STAFF_PATHS = [
  ...['', '/sign-in', '/sign-in/code', '/welcome', '/passkeys/sign-in', '/passkeys/add', '/live'],
  ...['/sign-out', '/people', '/you', '/orders', '/orders/none', '/orders/none/made', '/needs-you'],
  ...['/orders/new', '/orders/none/paid', '/orders/none/pay-link', '/undo'],
  ...['/day/2020-02-30', '/week', '/more', '/print/label/none/none', '/print/tickets/none'],
].map((path) => `/owner${path}`);
const STAFF_FIELDS = ['email', 'code', 'token', 'name', 'next', 'intent', 'id', 'from', 'made'];
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=x';

/** Forms and calls of the owner's side, from a client that is not signed in. */
export function staffForms(headers: Headers): fc.Arbitrary<FuzzRequest> {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom('', 'a@b.example', 'AAAA-AAAA', 'x'.repeat(5_000), '//evil.example', '\0'),
  );
  const form = fc
    .array(fc.tuple(fc.constantFrom(...STAFF_FIELDS), text), { maxLength: 6 })
    .map((fields) => Buffer.from(new URLSearchParams(fields).toString()));
  return fc
    .record({
      path: fc.constantFrom(...STAFF_PATHS),
      suffix: fc.constantFrom('', '', '.data', '/', '?index', '?next=//evil.example'),
      method: fc.constantFrom('POST', 'POST', 'GET', 'PUT', 'DELETE'),
      type: fc.constantFrom(FORM, FORM, MULTIPART, 'application/json', 'text/plain', ''),
      cookie: text.map((value) => `staff=${encodeURIComponent(value)}; staff-code=${HEX}`),
      body: fc.oneof(form, bodies(junk)),
    })
    .map(({ path, suffix, method, type, cookie, body }) => ({
      kind: 'staff form',
      complete: true,
      bytes: httpBytes({
        method,
        path: path + suffix,
        headers: { ...headers, 'Content-Type': type, Cookie: cookie },
        ...(method !== 'GET' && { body }),
      }),
    }));
}

/** Known paths with any method. */
export function wrongMethods(headers: Headers): fc.Arbitrary<FuzzRequest> {
  return fc.tuple(fc.constantFrom(...METHODS), fc.constantFrom(...PATHS)).map(([method, path]) => ({
    kind: 'method',
    complete: true,
    bytes: httpBytes({ method, path, headers }),
  }));
}

/** Clients that abort, and clients that pipeline requests without reading the responses. */
export function rudeClients(headers: Headers): fc.Arbitrary<FuzzRequest> {
  const path = fc.constantFrom(...PATHS);
  const keepAlive = { ...headers, Connection: 'keep-alive' };
  const repeated = fc.tuple(path, fc.integer({ min: 1, max: 200 }));
  return fc
    .tuple(repeated, fc.constantFrom<('aborts' | 'reads nothing')[]>('aborts', 'reads nothing'))
    .map(([[at, times], how]) => {
      const one = httpBytes({ method: 'GET', path: at, headers: keepAlive });
      const bytes = Buffer.concat(Array<Buffer>(times).fill(one));
      return { kind: 'rude client', complete: false, bytes, how };
    });
}

const PATH_STARTS = [
  ...['/', '/cakes/', '/cakes/celebration-cakes/', '/about-us', '/privacy', '/payment-loading'],
  ...[
    '/pay/',
    '/my-order/',
    '/thank-you-page/',
    '/api/',
    '/api/orders/',
    '/api/cakes/',
    '/api/live',
    '/webhooks/stripe',
  ],
  ...['/owner', '/owner/', '/owner/orders/', '/owner/day/', '/owner/print/', '/owner.data'],
  ...['/_img/', '/_img/w_480,q_70,f_webp/', '/photos/', '/assets/', '/v1/', '/healthz'],
  ...['/sitemap.xml', '/robots.txt', '/__manifest', '/_.data', '/cakes.data', '/terms'],
];
const PATH_PARTS = [
  ...[
    '..',
    '.',
    '../',
    '..%2f',
    '%2e%2e/',
    '%252e%252e%252f',
    '..\\',
    '..%5c',
    '....//',
    '/',
    '//',
  ],
  ...['%00', '%0d%0aX:%20y', '%', '%zz', '%E0%A4%A', '%C0%AF', '%u002e', ';', ':', '@', '~', '*'],
  ...[
    'etc/passwd',
    'package.json',
    '.env',
    '.git/config',
    'shop.sqlite',
    'server/index.js',
    'proc/self',
  ],
  ...[
    'constructor',
    '__proto__',
    'toString',
    'undefined',
    'null',
    'NaN',
    '-1',
    '0',
    '\u00ff\u00fe',
  ],
  ...[
    '.data',
    '.json',
    '?_routes=',
    '?_data=routes',
    '?index',
    '?category=%00',
    '?days=1e9',
    '#',
    '&=&',
  ],
  ...['celebration-cakes', 'berry-drip-cake', 'v123', 'hero.jpg', 'a'.repeat(3000)],
];
const COMMON_METHODS = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const RARE_METHODS = ['PROPFIND', 'TRACE', 'LINK', 'QUERY', 'M-SEARCH', 'PURGE'];

/** Path traversal and similar URLs, on every route and with every method. */
export function hostilePaths(headers: Record<string, string>): fc.Arbitrary<FuzzRequest> {
  const part = fc.oneof(
    fc.constantFrom(...PATH_PARTS),
    fc.string({ maxLength: 12 }).map((text) => text.replaceAll(/[\0- \u007f]/g, '')),
    fc.string({ unit: 'grapheme', maxLength: 6 }).map(encodeURIComponent),
  );
  const path = fc
    .tuple(fc.constantFrom(...PATH_STARTS), fc.array(part, { maxLength: 5 }))
    .map(([start, parts]) => start + parts.join(''));
  const method = fc.constantFrom(...COMMON_METHODS, ...COMMON_METHODS, ...RARE_METHODS);
  return fc.tuple(method, path, fc.option(bodies(junk), { freq: 4 })).map(
    ([chosen, url, body]): FuzzRequest => ({
      kind: 'path',
      complete: true,
      bytes: httpBytes({
        method: chosen,
        path: url,
        headers,
        ...(body && chosen !== 'GET' && chosen !== 'HEAD' && { body }),
      }),
    }),
  );
}

const ORDER = '/api/orders/8d0e8f5c-3a6f-4a8f-9d6e-3f2b1c0a9e8d';

/** Invalid HTTP: broken lines, wrong lengths, endless headers, partial requests. */
export function brokenHttp(host: string): fc.Arbitrary<FuzzRequest> {
  const h = `Host: ${host}\r\n`;
  const put = `PUT ${ORDER} HTTP/1.1\r\n${h}Content-Type: application/json\r\n`;
  const known = [
    ...['', '\r\n', '\r\n'.repeat(500), 'GET', 'GET /', 'GET / HTTP/1.1', 'GET / HTTP/1.1\r\n\r\n'],
    ...[
      'GET /\r\n\r\n',
      'GET / HTTP/0.9\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      'get / http/1.1\r\n\r\n',
    ],
    ...[
      `GET  / HTTP/1.1\r\n${h}\r\n`,
      `GET / / HTTP/1.1\r\n${h}\r\n`,
      `GET\t/\tHTTP/1.1\r\n${h}\r\n`,
    ],
    ...[`GET / HTTP/1.1\n${h}\n`, `GET / HTTP/1.1\r${h}\r`, `GET /\0 HTTP/1.1\r\n${h}\r\n`],
    ...[`GET / HTTP/1.1\r\n${h}${h}\r\n`, `GET / HTTP/1.1\r\nHost: a b\r\n\r\n`],
    ...['GET / HTTP/1.1\r\nHost: \r\n\r\n', 'GET / HTTP/1.1\r\nHost: [::1\r\n\r\n'],
    ...[
      'GET / HTTP/1.1\r\nHost: evil.example/@x:99999\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: %00\r\n\r\n',
    ],
    ...[
      `GET http://evil.example/api/cakes HTTP/1.1\r\n${h}\r\n`,
      `GET //evil.example HTTP/1.1\r\n${h}\r\n`,
    ],
    ...[
      `GET ://[ HTTP/1.1\r\n${h}\r\n`,
      `OPTIONS * HTTP/1.1\r\n${h}\r\n`,
      `GET * HTTP/1.1\r\n${h}\r\n`,
    ],
    ...['CONNECT 169.254.169.254:80 HTTP/1.1\r\n\r\n', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ...[`GET / HTTP/1.1\r\n${h}Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n`],
    ...[`GET / HTTP/1.1\r\n${h}Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\n\r\n`],
    ...[`GET / HTTP/1.1\r\n${h} folded: x\r\n\r\n`, `GET / HTTP/1.1\r\n${h}No-Colon\r\n\r\n`],
    ...[`GET / HTTP/1.1\r\n${h}: no name\r\n\r\n`, `GET / HTTP/1.1\r\n${h}A b: c\r\n\r\n`],
    ...[`GET / HTTP/1.1\r\n${h}X: \0\x01\x7f\r\n\r\n`, `GET / HTTP/1.1\r\n${h}X: a\rb\r\n\r\n`],
    ...[`GET / HTTP/1.1\r\n${h}X: ${'a'.repeat(100_000)}\r\n\r\n`],
    ...[`GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${h}\r\n`],
    ...[`GET / HTTP/1.1\r\n${h}${'X: y\r\n'.repeat(5_000)}\r\n`],
    ...[`GET / HTTP/1.1\r\n${h}${'a'.repeat(15_000)}`, `${'A'.repeat(70_000)}`],
    ...[
      `${put}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{}{}{}`,
      `${put}Content-Length: -1\r\n\r\n{}`,
    ],
    ...[
      `${put}Content-Length: 99999999999999999999\r\n\r\n{}`,
      `${put}Content-Length: 0x2\r\n\r\n{}`,
    ],
    ...[
      `${put}Content-Length: 50\r\n\r\n{}`,
      `${put}Content-Length: 2, 2\r\n\r\n{}`,
      `${put}\r\n{}`,
    ],
    ...[`${put}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`],
    ...[`${put}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
    ...[`${put}Transfer-Encoding: chunked\r\n\r\nffffffffffffffffff\r\n{}`],
    ...[
      `${put}Transfer-Encoding: chunked\r\n\r\n2\r\n{}`,
      `${put}Transfer-Encoding: chunked\r\n\r\n`,
    ],
    ...[`${put}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
    ...[`${put}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
    ...[`${put}Transfer-Encoding: chunked\r\n\r\n2;${'e'.repeat(50_000)}\r\n{}\r\n0\r\n\r\n`],
    ...[`${put}Transfer-Encoding: chunked\r\n\r\n0\r\nTrailer: x\r\n${'T: y\r\n'.repeat(500)}\r\n`],
    ...[
      `${put}Transfer-Encoding: chunked\r\n\r\n${`8000\r\n${'x'.repeat(0x8000)}\r\n`.repeat(6)}0\r\n\r\n`,
    ],
    ...[`${put}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`, `${put}Expect: cake\r\n\r\n`],
    ...[`GET /healthz HTTP/1.1\r\n${h}\r\n`.repeat(50)],
    ...[`GET /healthz HTTP/1.0\r\n\r\n`, `GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n`],
    ...[`\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03`, 'EHLO shop\r\n', '*1\r\n$4\r\nPING\r\n'],
  ].map((text) => Buffer.from(text, 'latin1'));
  const bytes = fc.constantFrom(...known);
  const noise = fc.uint8Array({ maxLength: 200 }).map((random) => Buffer.from(random));
  return fc
    .oneof(
      { weight: 4, arbitrary: bytes },
      { weight: 2, arbitrary: fc.tuple(bytes, fc.nat(), noise).map(withNoise) },
      { weight: 2, arbitrary: fc.tuple(bytes, fc.nat()).map(([whole, at]) => cut(whole, at)) },
      { weight: 1, arbitrary: noise },
      { weight: 1, arbitrary: fc.tuple(bytes, bytes).map((both) => Buffer.concat(both)) },
    )
    .map((broken) => ({ kind: 'broken HTTP', bytes: broken, complete: false }));
}

function cut(whole: Buffer, at: number): Buffer {
  return whole.subarray(0, at % (whole.length + 1));
}

function withNoise([whole, at, noise]: [Buffer, number, Buffer]): Buffer {
  const place = at % (whole.length + 1);
  return Buffer.concat([whole.subarray(0, place), noise, whole.subarray(place)]);
}
