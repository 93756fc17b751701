/** Not in every browser, nor yet in TypeScript's own declarations. */
interface TrustedTypes {
  createPolicy(name: 'default', rules: Record<string, (value: string) => string | null>): unknown;
}

/** What React writes into an element to make a `script` that does not run by itself. */
const HARMLESS_HTML = ['', '<script></script>'];

/**
 * The browser asks this before a string becomes HTML or the address of a script
 * (`require-trusted-types-for 'script'`); null refuses it, and a script's own text is never allowed.
 *
 * Usually React writes neither. It does when it renders the document anew, because an extension has
 * changed it before React came: without this the page would go blank then.
 */
export function guardScriptSinks(): void {
  const trustedTypes: TrustedTypes | undefined = Reflect.get(window, 'trustedTypes');
  trustedTypes?.createPolicy('default', {
    createHTML: (html) => (HARMLESS_HTML.includes(html) ? html : null),
    createScriptURL: (url) => (isOurs(url) ? url : null),
  });
}

/**
 * zod compiles its parsers from strings where it may. It finds out by trying, as soon as a schema is
 * made, and the browser reports the attempt; so it is told before any of the page's modules has come,
 * in the place where `z.config` keeps it.
 */
export function keepZodFromCompiling(): void {
  Reflect.set(window, '__zod_globalConfig', { jitless: true });
}

function isOurs(url: string): boolean {
  return new URL(url, location.href).origin === location.origin;
}
