import { createRemoteJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import type { Clock } from '#domain/clock.ts';
import type { Log } from '#domain/ports.ts';
import { KeysUnavailable, type Verified, verifyToken } from './verify-token.ts';

export interface HostedSettings {
  projectNumber: string;
  app: string;
  /** Where its public keys are published. */
  keysOrigin: string;
}

/** Part of what the service signs, so not to be configured. */
const ISSUER = 'https://firebaseappcheck.googleapis.com';

/** The tokens that Firebase App Check gives out, where the shop has been registered there. */
export function createHostedTokens(settings: HostedSettings, clock: Clock, log: Log) {
  const { projectNumber, app, keysOrigin } = settings;
  const issuer = `${ISSUER}/${projectNumber}`;
  const published = createRemoteJWKSet(new URL('/v1/jwks', keysOrigin));

  const keys: JWTVerifyGetKey = async (header, token) => {
    try {
      return await published(header, token);
    } catch (error) {
      if (error instanceof errors.JWKSNoMatchingKey) throw error;
      log.error({ err: error, origin: keysOrigin }, 'the hosted keys of the bot check are missing');
      throw new KeysUnavailable('The published keys cannot be read.', { cause: error });
    }
  };

  return {
    issuer,
    verify: (token: string): Promise<Verified> =>
      verifyToken(token, keys, { issuer, project: projectNumber, app }, clock),
  };
}
