import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { contentSecurityPolicy, type ForeignOrigins } from './content-security-policy.ts';
import { matchesRoute, normalizePath } from './request-path.ts';

interface SecuritySettings {
  production: boolean;
  /** Whether Strict-Transport-Security covers the subdomains, which may not be the shop's. */
  hstsIncludeSubDomains?: boolean;
  foreignOrigins: ForeignOrigins;
  /** False while developing: Vite's hot reload lives on inline scripts and styles. */
  withPolicy: boolean;
}

/** Whoever knows the address of an order may read it, so it is told to no other site. */
const ADDRESSES_TO_KEEP = ['/thank-you-page/*', '/api/orders/*', '/api/live'];

const TWO_YEARS = 'max-age=63072000';

/** The headers with which every answer goes out, whoever gives it. */
export function securityHeaders(settings: SecuritySettings): MiddlewareHandler {
  const usual = headersOf(settings, 'strict-origin-when-cross-origin');
  const keepingTheAddress = headersOf(settings, 'no-referrer');
  return (c, next) => {
    const path = normalizePath(c.req.url);
    const keepsAddress = ADDRESSES_TO_KEEP.some((route) => matchesRoute(path, route));
    return (keepsAddress ? keepingTheAddress : usual)(c, next);
  };
}

function headersOf(
  { production, hstsIncludeSubDomains, foreignOrigins, withPolicy }: SecuritySettings,
  referrerPolicy: string,
): MiddlewareHandler {
  return secureHeaders({
    ...(withPolicy && { contentSecurityPolicy: contentSecurityPolicy(foreignOrigins) }),
    // Elsewhere a browser would be kept from http for two years by a shop that was only tried out.
    strictTransportSecurity:
      production && (hstsIncludeSubDomains ? `${TWO_YEARS}; includeSubDomains` : TWO_YEARS),
    referrerPolicy,
    // For the browsers that do not know frame-ancestors.
    xFrameOptions: 'DENY',
    crossOriginOpenerPolicy: 'same-origin',
    crossOriginResourcePolicy: 'same-origin',
    permissionsPolicy: NOTHING_OF_THE_DEVICE,
  });
}

/** The shop needs none of them, so neither does whatever might one day run on its pages. */
const NOTHING_OF_THE_DEVICE = {
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
  publickeyCredentialsGet: false,
  screenWakeLock: false,
  serial: false,
  usb: false,
  xrSpatialTracking: false,
};
