import { expect, test } from './shop-fixture.ts';

const SIX_MONTHS_S = 15_768_000;

// The rules of the HTTP Observatory (developer.mozilla.org/observatory), one test for each.
test.describe('HTTP Observatory rules on the home page', () => {
  let headers: Record<string, string>;
  let html: string;

  test.beforeEach(async ({ shop }) => {
    const response = await fetch(`${shop.origin}/`);
    headers = Object.fromEntries(response.headers);
    html = await response.text();
  });

  test('content security policy: default none, nothing unsafe, no framing, base or foreign form', () => {
    const policy = headers['content-security-policy'] ?? '';
    const directives = Object.fromEntries(
      policy.split('; ').map((directive) => {
        const [name = '', ...sources] = directive.split(' ');
        return [name, sources];
      }),
    );
    expect(directives).toMatchObject({
      'default-src': ["'none'"],
      'script-src': ["'self'"],
      'style-src': ["'self'"],
      'object-src': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
    });
    expect(policy).not.toMatch(/unsafe-|data:|blob:|http:|https:|\*/);
  });

  test('no inline script, style or event handler in the page', () => {
    const executed = [...html.matchAll(/<script\b([^>]*)>/g)]
      .map(([, attributes = '']) => attributes)
      .filter((attributes) => !/type="application\/(ld\+)?json"/.test(attributes));
    expect(executed.filter((attributes) => !/ src="\/assets\//.test(attributes))).toEqual([]);
    expect(html).not.toMatch(/<style|<[^>]+ (style|on[a-z]+)="/);
  });

  test('cookies: none', () => {
    expect(headers['set-cookie']).toBeUndefined();
  });

  test('cross-origin resource sharing: no Access-Control headers', () => {
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  // The proxy that terminates TLS redirects from http (docs/deploy.md); the shop sends only the header.
  test('strict transport security: at least six months', () => {
    const [, seconds] = /max-age=(\d+)/.exec(headers['strict-transport-security'] ?? '') ?? [];
    expect(Number(seconds)).toBeGreaterThanOrEqual(SIX_MONTHS_S);
  });

  test('referrer policy: other sites get the origin at most', () => {
    expect(headers['referrer-policy']).toMatch(
      /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/,
    );
  });

  test('subresource integrity: not needed, all scripts and styles are same-origin', () => {
    const sources = [...html.matchAll(/<(?:script|link)\b[^>]* (?:src|href)="([^"]+)"/g)];
    const loaded = sources.filter(([tag]) => /^<script|rel="(stylesheet|modulepreload)"/.test(tag));
    expect(loaded.length).toBeGreaterThan(1);
    expect(loaded.filter(([, address = '']) => !/^\/(?!\/)/.test(address))).toEqual([]);
  });

  test('content type sniffing is off', () => {
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('other sites cannot frame the page', () => {
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  test('cross-origin resource policy: same-origin', () => {
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });
});
