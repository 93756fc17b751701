/** The origins besides the shop's own that its pages need; most shops have none. */
export interface ForeignOrigins {
  /** An image CDN other than the embedded one. */
  pictures?: string;
  /** A hosted bot check's exchange of tokens. */
  exchange?: string;
  /** Where reCAPTCHA's script and its hidden frame come from. */
  recaptcha?: string[];
}

/**
 * What a page may load and do, in the form that `hono/secure-headers` takes. It is the same for every
 * page and every visitor (no nonce, no hash), so that a page can be kept in a cache.
 */
export function contentSecurityPolicy({ pictures, exchange, recaptcha = [] }: ForeignOrigins) {
  return {
    // Whatever is not named here is not needed.
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'", ...recaptcha],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", ...optional(pictures)],
    fontSrc: ["'self'"],
    connectSrc: ["'self'", ...optional(exchange), ...recaptcha],
    workerSrc: ["'self'"],
    manifestSrc: ["'self'"],
    ...(recaptcha.length > 0 && { frameSrc: recaptcha }),
    // Not covered by default-src.
    formAction: ["'self'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    // Said although default-src says it, for the checkers that look for it.
    objectSrc: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    // `default` is app/hydration/trusted-types.ts, `bot-check` app/bot-check's; reCAPTCHA makes its own.
    trustedTypes: ['default', 'bot-check', ...(recaptcha.length > 0 ? RECAPTCHA_POLICIES : [])],
  };
}

const RECAPTCHA_POLICIES = ['recaptcha', 'goog#html'];

function optional(origin: string | undefined): string[] {
  return origin === undefined ? [] : [origin];
}
