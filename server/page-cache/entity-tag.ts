import { createHash } from 'node:crypto';
import type { Encoding } from './accept-encoding.ts';

/** Half of a SHA-256: nobody will find two pages that share it. */
const BYTES = 16;

/** A strong entity tag for each form of a page. The same content has the same tags on every server. */
export function entityTags(content: Buffer): Record<Encoding, string> {
  const hash = createHash('sha256').update(content).digest().subarray(0, BYTES);
  const text = hash.toString('base64url');
  return { identity: `"${text}"`, gzip: `"${text}-gzip"`, br: `"${text}-br"` };
}

/** Whether an `If-None-Match` names a tag: a list, `*`, weak or not (RFC 9110, 13.1.2). */
export function namesTag(ifNoneMatch: string, tag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  return ifNoneMatch.split(',').some((each) => each.trim().replace(/^W\//, '') === tag);
}
