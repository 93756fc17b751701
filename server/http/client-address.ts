import { BlockList, isIP } from 'node:net';

/** Whether an address belongs to one of our own proxies. */
export type IsTrusted = (address: string) => boolean;

/** @param proxies addresses (`10.0.0.7`) and networks (`10.0.0.0/8`, `fd00::/8`). */
export function trustProxies(proxies: string[]): IsTrusted {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', prefix] = proxy.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

/**
 * The client's address. Each proxy appends the address that called it to `X-Forwarded-For`, so the
 * list is read from the right, as far as trusted proxies wrote it. The client can forge the rest.
 */
export function clientAddress(
  peer: string,
  forwardedFor: string | undefined,
  isTrusted: IsTrusted,
): string {
  const hops = (forwardedFor ?? '').split(',');
  let address = readAddress(peer) ?? peer;
  while (isTrusted(address)) {
    const before = readAddress(hops.pop() ?? '');
    if (before === undefined) break;
    address = before;
  }
  return address;
}

/** The key of a caller in rate limits: an IPv4 address or an IPv6 /64, which one subscriber has. */
export function callerKey(address: string): string {
  if (isIP(address) !== 6) return address;
  // URL normalizes the address to its canonical short form.
  const [, short = ''] = /\[(.*)\]/.exec(new URL(`http://[${address}]`).host) ?? [];
  const [head = '', tail] = short.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const after = tail?.split(':').filter((group) => group !== '') ?? [];
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length;
  const whole = [...groups, ...Array<string>(zeros).fill('0'), ...after];
  return `${whole.slice(0, 4).join(':')}::/64`;
}

/** Parses an address as proxies write it, also with a port (`192.0.2.1:4711`, `[2001:db8::1]:4711`). */
function readAddress(text: string): string | undefined {
  const written = text.trim();
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(written) ?? [];
  const [, withPort] = /^([\d.]+):\d+$/.exec(written) ?? [];
  const [bare = ''] = (bracketed ?? withPort ?? written).split('%');
  // An IPv4 client on a dual-stack socket.
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(bare) ?? [];
  const address = mapped ?? bare;
  return isIP(address) === 0 ? undefined : address;
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
