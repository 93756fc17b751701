import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { matchesRoute, normalizePath } from './request-path.ts';

/** Origins besides the shop's own that its pages need; most shops have none. */
export interface ForeignOrigins {
  /** An external image CDN. */
  pictures?: string;
  /** A hosted bot check's token exchange. */
  exchange?: string;
  /** Origins of reCAPTCHA's script and its hidden frame. */
  recaptcha?: string[];
}

interface SecuritySettings {
  production: boolean;
  foreignOrigins: ForeignOrigins;
  /** False in development: Vite's hot reload needs inline scripts and styles. */
  withPolicy: boolean;
}

/** Who knows such a URL can read what it shows: no search engine may keep it. */
const PRIVATE_URLS = [
  '/thank-you-page/*',
  '/my-order/*',
  '/pay/*',
  '/api/orders/*',
  '/api/live',
  '/calendar-feed/*',
  '/ask/*',
];

/** The form of a request; the requests themselves are below it. */
const PUBLIC_URL = '/ask';

/** A visitor's page with what the owner has typed: to look at, without scripts. */
const PREVIEW_URL = '/owner/cakes/preview';
/** Of the same origin, or the policy of the shop's files would keep it from its styles and fonts. */
const SANDBOX = { sandbox: ['allow-same-origin'], scriptSrc: ["'none'"], connectSrc: ["'none'"] };

/**
 * Never a path: a URL may be a secret, and a proxy logs what the browser sends with each file of a page. The policy is
 * that of the document, so it is the same for all pages between which the router moves. Not `no-referrer`, with which
 * browsers send forms with `Origin: null`.
 */
const VISITORS_REFERRER = 'strict-origin';
/** Papers lead back to the screen that they were opened from (app/owner/print/day-to-print.ts). */
const STAFF_REFERRER = 'same-origin';

const TWO_YEARS = 'max-age=63072000';

/** Sets the security headers of every response. */
export function securityHeaders(settings: SecuritySettings): MiddlewareHandler {
  const setVisitorsHeaders = headersWith(settings, VISITORS_REFERRER);
  const setStaffHeaders = headersWith(settings, STAFF_REFERRER, STAFF_FEATURES);
  const setPreviewHeaders = headersWith(settings, STAFF_REFERRER, {}, SANDBOX);
  return async (c, next) => {
    const path = normalizePath(c.req.url);
    if (path === PREVIEW_URL) return setPreviewHeaders(c, next);
    if (matchesRoute(path, '/owner/*')) return setStaffHeaders(c, next);
    await setVisitorsHeaders(c, next);
    const isPrivate =
      path !== PUBLIC_URL && PRIVATE_URLS.some((route) => matchesRoute(path, route));
    if (isPrivate) c.header('X-Robots-Tag', 'noindex');
  };
}

function headersWith(
  { production, foreignOrigins, withPolicy }: SecuritySettings,
  referrerPolicy: typeof VISITORS_REFERRER | typeof STAFF_REFERRER,
  features = {},
  policy = {},
): MiddlewareHandler {
  return secureHeaders({
    ...(withPolicy && {
      contentSecurityPolicy: { ...contentSecurityPolicy(foreignOrigins), ...policy },
    }),
    // Only in production: a browser would reject http at this host for two years. Subdomains may belong to others.
    strictTransportSecurity: production && TWO_YEARS,
    referrerPolicy,
    // For browsers without frame-ancestors.
    xFrameOptions: 'DENY',
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    permissionsPolicy: { ...NO_DEVICE_FEATURES, ...features },
  });
}

/** Without nonce or hash: the policy is the same for every page, so pages can be cached. */
function contentSecurityPolicy({ pictures, exchange, recaptcha = [] }: ForeignOrigins) {
  const optional = (origin: string | undefined) => (origin === undefined ? [] : [origin]);
  return {
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
    // Covered by default-src, but some checkers look for it.
    objectSrc: ["'none'"],
    requireTrustedTypesFor: ["'script'"],
    // `default` is app/hydration/hydration.ts, `bot-check` app/buy/bot-check's; reCAPTCHA makes its own.
    trustedTypes: ['default', 'bot-check', ...(recaptcha.length > 0 ? RECAPTCHA_POLICIES : [])],
  };
}

const RECAPTCHA_POLICIES = ['recaptcha', 'goog#html'];

/** The owner's pages sign in with passkeys, and keep the screen of a kitchen on. */
const STAFF_FEATURES = {
  publickeyCredentialsCreate: ['self'],
  publickeyCredentialsGet: ['self'],
  screenWakeLock: ['self'],
};

const NO_DEVICE_FEATURES = {
  accelerometer: false,
  browsingTopics: false,
  camera: false,
  displayCapture: false,
  geolocation: false,
  gyroscope: false,
  hid: false,
  idleDetection: false,
  localFonts: false,
  magnetometer: false,
  microphone: false,
  midi: false,
  // The card page is on the payment provider's own site.
  payment: false,
  publickeyCredentialsCreate: false,
  publickeyCredentialsGet: false,
  screenWakeLock: false,
  serial: false,
  usb: false,
  xrSpatialTracking: false,
};
