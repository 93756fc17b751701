import type { Selectable } from 'kysely';
import * as z from 'zod';
import type { Person } from '#domain/staff/person.ts';
import { DatabaseUnavailable } from '#server/db/database-errors.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Shop } from '#server/shop.ts';
import { findPerson } from './people.ts';
import { type NewToken, startSession } from './sessions.ts';
import { addToken, spendToken } from './tokens.ts';

/** The browser's dialog may stay open for five minutes. */
const CHALLENGE = { kind: 'challenge', seconds: 5 * 60 } as const;
/**
 * Ed25519, ES256 and RS256, which all authenticators have one of. Named, because the library's default makes
 * Node warn of experimental algorithms.
 */
const ALGORITHMS = [-8, -7, -257];

/** The library takes half a second and 30 MB to load, so it is imported on first use. */
const library = () => import('@simplewebauthn/server');

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

export function listPasskeys({ db }: Shop, personId: string) {
  return db
    .selectFrom('passkeys')
    .select(['id', 'device', 'added_at as addedAt', 'used_at as usedAt'])
    .where('person_id', '=', personId)
    .orderBy('added_at')
    .execute();
}

export async function removePasskey({ db }: Shop, id: string, personId: string): Promise<void> {
  await db.deleteFrom('passkeys').where('id', '=', id).where('person_id', '=', personId).execute();
}

/** @returns options for the browser. */
export async function startAddingPasskey(shop: Shop, person: Person): Promise<object> {
  const { generateRegistrationOptions } = await library();
  const { name, rpID } = await relyingParty(shop);
  const options = await generateRegistrationOptions({
    rpName: name,
    rpID,
    userID: new TextEncoder().encode(person.id),
    userName: person.email,
    userDisplayName: person.name,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: (await storedPasskeys(shop, person.id)).map(toCredential),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await addToken(shop, { ...CHALLENGE, token: options.challenge, personId: person.id });
  return options;
}

/**
 * @param given the browser's JSON, which may be anything.
 * @returns false if it is not valid or the passkey is known.
 */
export async function addPasskey(
  shop: Shop,
  person: Person,
  given: unknown,
  device: string,
): Promise<boolean> {
  const response = Registration.safeParse(given).data;
  if (!response) return false;
  const { verifyRegistrationResponse } = await library();
  const { origin, rpID } = await relyingParty(shop);
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: async (challenge) =>
      (await spendToken(shop, 'challenge', challenge))?.personId === person.id,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(notVerified);
  if (!registrationInfo) return false;
  const { id, publicKey, counter } = registrationInfo.credential;
  const { numInsertedOrUpdatedRows: added } = await shop.db
    .insertInto('passkeys')
    .values({
      id,
      person_id: person.id,
      public_key: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: JSON.stringify(response.response.transports ?? []),
      device,
      added_at: shop.clock.now(),
      used_at: null,
    })
    .onConflict((known) => known.column('id').doNothing())
    .executeTakeFirstOrThrow();
  if (added === 1n) shop.log.info({ person: person.id }, 'a passkey has been added');
  return added === 1n;
}

/** @returns options for the browser. */
export async function startPasskeySignIn(shop: Shop): Promise<object> {
  const { generateAuthenticationOptions } = await library();
  const { rpID } = await relyingParty(shop);
  // Without a list of credentials: it would tell which addresses are known.
  const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
  await addToken(shop, { ...CHALLENGE, token: options.challenge, personId: null });
  return options;
}

/** @param given the browser's JSON, which may be anything. */
export async function signInByPasskey(
  shop: Shop,
  given: unknown,
  device: string,
): Promise<NewToken | undefined> {
  const { db } = shop;
  const response = Authentication.safeParse(given).data;
  if (!response) return undefined;
  const stored = await db
    .selectFrom('passkeys')
    .selectAll()
    .where('id', '=', response.id)
    .executeTakeFirst();
  const person = stored && (await findPerson(db, { id: stored.person_id }));
  if (!person) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const { origin, rpID } = await relyingParty(shop);
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response,
    expectedChallenge: async (challenge) =>
      (await spendToken(shop, 'challenge', challenge))?.personId === null,
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: toCredential(stored),
    requireUserVerification: true,
  }).catch(notVerified);
  if (!verified || !authenticationInfo) return undefined;
  await db
    .updateTable('passkeys')
    .set({ counter: authenticationInfo.newCounter, used_at: shop.clock.now() })
    .where('id', '=', stored.id)
    .execute();
  return startSession(shop, person, device);
}

/** Passkeys are bound to the host name of the shop's public origin; the browser's dialog shows the name. */
async function relyingParty(shop: Shop) {
  const { name, origin } = await shop.merchant();
  return { name, origin, rpID: new URL(origin).hostname };
}

function storedPasskeys({ db }: Shop, personId: string) {
  return db.selectFrom('passkeys').selectAll().where('person_id', '=', personId).execute();
}

const Transports = z.array(z.string());

function toCredential({ id, public_key, counter, transports }: Selectable<Tables['passkeys']>) {
  return {
    id,
    publicKey: new Uint8Array(Buffer.from(public_key, 'base64url')),
    counter,
    transports: Transports.parse(JSON.parse(transports)),
  };
}

/** The library throws for each response that is not valid. */
function notVerified(error: unknown) {
  // From `spendToken`: the response may be valid.
  if (error instanceof DatabaseUnavailable) throw error;
  return { verified: false, registrationInfo: undefined, authenticationInfo: undefined };
}
