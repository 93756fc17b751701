import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callerKey, clientAddress, trustProxies } from './client-address.ts';

const isTrusted = trustProxies(['10.0.0.0/8', '192.0.2.1', 'fd00::/8', '2001:db8::7']);
const nobodyIsTrusted = trustProxies([]);

test.each([
  ['10.255.0.1', true],
  ['::ffff:10.255.0.1', true],
  ['11.0.0.1', false],
  ['fd12::1', true],
  ['2001:db8::8', false],
  ['nobody', false],
])('%s is one of our proxies: %s', (address, expected) => {
  expect(isTrusted(address)).toBe(expected);
});

describe('clientAddress', () => {
  test.each<[string, string, string | undefined, string]>([
    ['a caller who is no proxy is who it is', '203.0.113.5', '198.51.100.1', '203.0.113.5'],
    ['a proxy tells who called it', '10.1.2.3', '203.0.113.5', '203.0.113.5'],
    [
      'what the caller says of itself is not believed',
      '10.1.2.3',
      '1.1.1.1, 203.0.113.5',
      '203.0.113.5',
    ],
    [
      'several of our proxies in a row',
      '10.1.2.3',
      '203.0.113.5, 192.0.2.1, 10.9.9.9',
      '203.0.113.5',
    ],
    ['a list of only our proxies ends with the first', '10.1.2.3', '192.0.2.1', '192.0.2.1'],
    ['a proxy that tells nothing', '10.1.2.3', undefined, '10.1.2.3'],
    ['a proxy that tells nonsense', '10.1.2.3', '203.0.113.5, unknown', '10.1.2.3'],
    ['an empty hop', '10.1.2.3', '203.0.113.5,', '10.1.2.3'],
    ['with a port', '10.1.2.3', '203.0.113.5:4711', '203.0.113.5'],
    ['IPv6 with a port', 'fd00::1', '[2001:db8::5]:4711', '2001:db8::5'],
    ['IPv6 without', '2001:db8::7', '2001:db8::5', '2001:db8::5'],
    ['IPv4 on a socket for both', '::ffff:10.1.2.3', '203.0.113.5', '203.0.113.5'],
    ['a local IPv6 address with its interface', 'fe80::1%eth0', undefined, 'fe80::1'],
    ['a connection that is gone', 'nobody', '203.0.113.5', 'nobody'],
  ])('%s', (_, peer, forwardedFor, expected) => {
    expect(clientAddress(peer, forwardedFor, isTrusted)).toBe(expected);
  });

  test('without trusted proxies the header means nothing, whatever it says', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.string(), (peer, forwardedFor) => {
        expect(clientAddress(peer, forwardedFor, nobodyIsTrusted)).toBe(peer);
      }),
    );
  });

  test('nothing that a caller puts in front changes who it is', () => {
    fc.assert(
      fc.property(fc.string(), (lies) => {
        const forwardedFor = `${lies}, 203.0.113.5, 192.0.2.1`;
        expect(clientAddress('10.0.0.1', forwardedFor, isTrusted)).toBe('203.0.113.5');
      }),
    );
  });
});

describe('callerOf', () => {
  test.each([
    ['203.0.113.5', '203.0.113.5'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['nobody', 'nobody'],
  ])('%s counts as %s', (address, caller) => {
    expect(callerKey(address)).toBe(caller);
  });

  test('all addresses of a /64 are one caller, and of another one another', () => {
    const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16));
    const half = fc.array(group, { minLength: 4, maxLength: 4 }).map((groups) => groups.join(':'));
    fc.assert(
      fc.property(half, half, half, (network, one, other) => {
        expect(callerKey(`${network}:${one}`)).toBe(callerKey(`${network}:${other}`));
        expect(callerKey(`${network}:${one}`)).toBe(`${network}::/64`);
      }),
    );
  });
});
