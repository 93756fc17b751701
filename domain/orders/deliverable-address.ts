import * as z from 'zod';

/**
 * The address as e-mail servers take it: an international domain as its A-label. A local part outside ASCII would
 * need SMTPUTF8 on every server on the way.
 * @returns undefined for text to which no e-mail can be sent: visitors may type anything (spec §5).
 */
export function deliverableAddress(typed: string): string | undefined {
  const at = typed.lastIndexOf('@');
  const address = `${typed.slice(0, at)}@${toAscii(typed.slice(at + 1))}`;
  return at > 0 && z.email().safeParse(address).success ? address : undefined;
}

/** Only of a domain with other letters: what is not one stays as it is. */
function toAscii(domain: string): string {
  if (/^[\p{ASCII}]*$/u.test(domain)) return domain;
  const url = /[/?#@:\\\s]/.test(domain) ? null : URL.parse(`http://${domain}`);
  return url?.hostname ?? domain;
}
