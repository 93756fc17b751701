import { ApiError } from './api-error.ts';

/**
 * Lets any practice key in, `Authorization: Bearer sk_test_…`, unless the switch refuses them all.
 * A live key must never get here.
 */
export function authenticate(authorization: string | undefined, refusesKeys: boolean): void {
  const key = /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1];
  if (key === undefined) {
    throw unauthorized(
      "You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').",
    );
  }
  if (refusesKeys || !key.startsWith('sk_test_')) {
    throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}****`);
  }
}

function unauthorized(message: string) {
  return new ApiError(401, { type: 'invalid_request_error', message });
}
