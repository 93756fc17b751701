import fc from 'fast-check';
import { bodies, junk } from './junk.ts';
import { type FuzzRequest, httpBytes } from './request.ts';

const BEGINNINGS = [
  ...['/', '/cakes/', '/cakes/celebration-cakes/', '/about-us', '/privacy', '/payment-loading'],
  ...['/thank-you-page/', '/api/', '/api/orders/', '/api/cakes/', '/api/live', '/webhooks/stripe'],
  ...['/_img/', '/_img/w_480,q_70,f_webp/', '/photos/', '/assets/', '/v1/', '/v1/jwks', '/healthz'],
  ...['/sitemap.xml', '/robots.txt', '/__manifest', '/_.data', '/cakes.data'],
];
const PIECES = [
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
const METHODS = ['GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
const ODD_METHODS = ['PROPFIND', 'TRACE', 'LINK', 'QUERY', 'M-SEARCH', 'PURGE'];

/** Addresses that look for a way out, on every door, by every method. */
export function hostilePaths(headers: Record<string, string>): fc.Arbitrary<FuzzRequest> {
  const piece = fc.oneof(
    fc.constantFrom(...PIECES),
    fc.string({ maxLength: 12 }).map((text) => text.replaceAll(/[\0- \u007f]/g, '')),
    fc.string({ unit: 'grapheme', maxLength: 6 }).map(encodeURIComponent),
  );
  const path = fc
    .tuple(fc.constantFrom(...BEGINNINGS), fc.array(piece, { maxLength: 5 }))
    .map(([beginning, pieces]) => beginning + pieces.join(''));
  const method = fc.constantFrom(...METHODS, ...METHODS, ...ODD_METHODS);
  return fc.tuple(method, path, fc.option(bodies(junk), { freq: 4 })).map(
    ([chosen, address, body]): FuzzRequest => ({
      kind: 'path',
      complete: true,
      bytes: httpBytes({
        method: chosen,
        path: address,
        headers,
        ...(body && chosen !== 'GET' && chosen !== 'HEAD' && { body }),
      }),
    }),
  );
}
