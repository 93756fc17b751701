import fc from 'fast-check';
import { type FuzzRequest, httpBytes } from './request.ts';

type Headers = Record<string, string>;

const HEX = '0'.repeat(64);
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND'];
const PATHS = [
  ...['/', '/cakes/celebration-cakes', '/payment-loading', '/thank-you-page/none', '/healthz'],
  ...['/api/cakes', '/api/calendar', '/api/orders/none', '/api/orders/none/confirm', '/readyz'],
  ...['/webhooks/stripe', '/v1/jwks', '/assets/none.js', '/photos/hero.jpg', '/sitemap.xml'],
];

/** Webhooks that Stripe never sends: whatever is wrong with the signature or the body. */
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

/** Known paths with whatever method. */
export function wrongMethods(headers: Headers): fc.Arbitrary<FuzzRequest> {
  return fc.tuple(fc.constantFrom(...METHODS), fc.constantFrom(...PATHS)).map(([method, path]) => ({
    kind: 'method',
    complete: true,
    bytes: httpBytes({ method, path, headers }),
  }));
}

/** Clients that hang up at once, and clients that pipeline requests and read none of the answers. */
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
