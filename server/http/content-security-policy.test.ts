import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { type ForeignOrigins, securityHeaders } from './security-headers.ts';

describe('the security policy', () => {
  test('of a shop that needs nobody else is one constant line', async () => {
    expect(await policyOf({})).toBe(
      [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "object-src 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types default bot-check',
      ].join('; '),
    );
  });

  test('lets in the image CDN, for pictures and nothing else', async () => {
    const pictures = 'https://battenberg.imgix.net';
    expect(naming(await policyOf({ pictures }), pictures)).toEqual(['img-src']);
  });

  test('lets in a hosted bot check: its exchange to be called, reCAPTCHA to run', async () => {
    const exchange = 'https://content-firebaseappcheck.googleapis.com';
    const recaptcha = ['https://www.google.com', 'https://www.gstatic.com'];
    const policy = await policyOf({ exchange, recaptcha });
    expect(naming(policy, exchange)).toEqual(['connect-src']);
    for (const origin of recaptcha) {
      expect(naming(policy, origin)).toEqual(['script-src', 'connect-src', 'frame-src']);
    }
  });

  test('is not sent while developing', async () => {
    expect(await policyOf({}, false)).toBeNull();
  });

  test.each<ForeignOrigins>([{}, { recaptcha: ['https://www.google.com'] }])(
    'never allows inline or evaluated code (%o)',
    async (foreignOrigins) => {
      expect(await policyOf(foreignOrigins)).not.toMatch(/unsafe|nonce|data:|blob:|\*/);
    },
  );
});

async function policyOf(foreignOrigins: ForeignOrigins, withPolicy = true) {
  const app = new Hono();
  app.use(securityHeaders({ production: true, foreignOrigins, withPolicy }));
  return (await app.request('/')).headers.get('Content-Security-Policy');
}

/** The directives that name an origin. */
function naming(policy: string | null, origin: string): string[] {
  return (policy ?? '')
    .split('; ')
    .filter((directive) => directive.split(' ').includes(origin))
    .map((directive) => directive.split(' ')[0] ?? '');
}
