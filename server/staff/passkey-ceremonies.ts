import * as z from 'zod';
import { DatabaseUnavailable } from '#server/ports.ts';
import type { PasskeyCeremonies } from './passkeys.ts';

interface PasskeySettings {
  /** The shop's public origin. Passkeys are bound to its host name. */
  origin: string;
  /** What the browser's dialog calls the shop. */
  name(): Promise<string>;
}

/** The parts that authenticators send; the library checks their contents. */
const Credential = {
  id: z.base64url().max(1_400),
  rawId: z.string(),
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
};
const Registration = z.object({
  ...Credential,
  response: z.object({
    clientDataJSON: z.string(),
    attestationObject: z.string(),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
});
const Authentication = z.object({
  ...Credential,
  response: z.object({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
    userHandle: z.string().optional(),
  }),
});

/** The library takes half a second and 30 MB to load, so it is imported on first use. */
const library = () => import('@simplewebauthn/server');

/**
 * Ed25519, ES256 and RS256, which all authenticators have one of. Named, because the library's default makes
 * Node warn of experimental algorithms.
 */
const ALGORITHMS = [-8, -7, -257];

/** Verifies passkeys. The library throws for each response that is not valid. */
export function createPasskeyCeremonies({ origin, name }: PasskeySettings): PasskeyCeremonies {
  const rpID = new URL(origin).hostname;
  return {
    async startAdding(person, known) {
      const { generateRegistrationOptions } = await library();
      const options = await generateRegistrationOptions({
        rpName: await name(),
        rpID,
        userID: new TextEncoder().encode(person.id),
        userName: person.email,
        userDisplayName: person.name,
        attestationType: 'none',
        supportedAlgorithmIDs: ALGORITHMS,
        excludeCredentials: known,
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      });
      return { challenge: options.challenge, options };
    },

    async finishAdding(given, spend) {
      const response = Registration.safeParse(given).data;
      if (!response) return undefined;
      const { verifyRegistrationResponse } = await library();
      const { registrationInfo } = await verifyRegistrationResponse({
        response,
        expectedChallenge: spend,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }).catch(notVerified);
      if (!registrationInfo) return undefined;
      const { id, publicKey, counter } = registrationInfo.credential;
      const { transports = [] } = response.response;
      return { id, publicKey: Buffer.from(publicKey).toString('base64url'), counter, transports };
    },

    async startSignIn() {
      const { generateAuthenticationOptions } = await library();
      // Without a list of credentials: it would tell which addresses are known.
      const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
      return { challenge: options.challenge, options };
    },

    credentialId: (given) => Authentication.safeParse(given).data?.id,

    async finishSignIn(given, { id, publicKey, counter, transports }, spend) {
      const response = Authentication.safeParse(given).data;
      if (!response) return undefined;
      const { verifyAuthenticationResponse } = await library();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response,
        expectedChallenge: spend,
        expectedOrigin: origin,
        expectedRPID: rpID,
        credential: {
          id,
          publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
          counter,
          transports,
        },
        requireUserVerification: true,
      }).catch(notVerified);
      return verified ? authenticationInfo?.newCounter : undefined;
    },
  };
}

function notVerified(error: unknown) {
  // From `spend`: the response may be valid.
  if (error instanceof DatabaseUnavailable) throw error;
  return { verified: false, registrationInfo: undefined, authenticationInfo: undefined };
}
