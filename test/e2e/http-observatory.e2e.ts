import { expect, test } from './shop-fixture.ts';

const SIX_MONTHS_S = 15_768_000;

// The rules of the HTTP Observatory (developer.mozilla.org/observatory), one test for each.
test.describe('as the HTTP Observatory sees the home page', () => {
  let headers: Record<string, string>;
  let html: string;

  test.beforeEach(async ({ shop }) => {
    const answer = await fetch(`${shop.origin}/`);
    headers = Object.fromEntries(answer.headers);
    html = await answer.text();
  });

  test('content security policy: nothing by default, nothing unsafe, no frame, base or form', () => {
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

  test('the policy has nothing to forgive: no inline script, style or handler in the page', () => {
    const executed = [...html.matchAll(/<script\b([^>]*)>/g)]
      .map(([, attributes = '']) => attributes)
      .filter((attributes) => !/type="application\/(ld\+)?json"/.test(attributes));
    expect(executed.filter((attributes) => !/ src="\/assets\//.test(attributes))).toEqual([]);
    expect(html).not.toMatch(/<style|<[^>]+ (style|on[a-z]+)="/);
  });

  test('cookies: there are none', () => {
    expect(headers['set-cookie']).toBeUndefined();
  });

  test('cross-origin sharing: no other site may read anything', () => {
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  // Redirection from http is the proxy's, which speaks TLS (README, Going live); the shop says:
  test('strict transport security: for six months at least', () => {
    const [, seconds] = /max-age=(\d+)/.exec(headers['strict-transport-security'] ?? '') ?? [];
    expect(Number(seconds)).toBeGreaterThanOrEqual(SIX_MONTHS_S);
  });

  test('referrer policy: other sites learn the origin at most', () => {
    expect(headers['referrer-policy']).toMatch(
      /^(no-referrer|same-origin|strict-origin|strict-origin-when-cross-origin)$/,
    );
  });

  test('subresource integrity: not needed, every script and style is the shop’s own', () => {
    const sources = [...html.matchAll(/<(?:script|link)\b[^>]* (?:src|href)="([^"]+)"/g)];
    const loaded = sources.filter(([tag]) => /^<script|rel="(stylesheet|modulepreload)"/.test(tag));
    expect(loaded.length).toBeGreaterThan(1);
    expect(loaded.filter(([, address = '']) => !/^\/(?!\/)/.test(address))).toEqual([]);
  });

  test('content types are not guessed', () => {
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('no other site may frame it', () => {
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  test('cross-origin resource policy: no other site may embed it', () => {
    expect(headers['cross-origin-resource-policy']).toBe('same-origin');
  });
});
