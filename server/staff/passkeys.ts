import { type Instant, plusSeconds } from '#domain/clock.ts';
import type { Person } from '#domain/staff/person.ts';
import { type NewToken, type SignInPorts, startSession } from './sign-in.ts';

/** How long the browser's dialog may stay open. */
const CHALLENGE_SECONDS = 5 * 60;
/** More than anybody has devices. */
const MOST_PASSKEYS = 20;

export interface PasskeyCredential {
  id: string;
  publicKey: string;
  /** The authenticator's count of signatures; 0 if it does not count. */
  counter: number;
  transports: string[];
}

export interface Passkey {
  id: string;
  /** The browser in which it was added. */
  device: string;
  addedAt: Instant;
  usedAt: Instant | null;
}

/** Options for the browser, and the challenge in them. */
interface Ceremony {
  challenge: string;
  options: object;
}

/** Spends the challenge that the browser has signed. */
type SpendChallenge = (challenge: string) => Promise<boolean>;

/** Checks what authenticators sign (WebAuthn). `response` is the browser's JSON, which may be anything. */
export interface PasskeyCeremonies {
  startAdding(
    person: Person,
    known: Pick<PasskeyCredential, 'id' | 'transports'>[],
  ): Promise<Ceremony>;
  /** Undefined if the response is not valid. */
  finishAdding(response: unknown, spend: SpendChallenge): Promise<PasskeyCredential | undefined>;
  startSignIn(): Promise<Ceremony>;
  /** The credential that the response is of; undefined if it cannot be read. */
  credentialId(response: unknown): string | undefined;
  /** @returns the authenticator's new count; undefined if the response is not valid. */
  finishSignIn(
    response: unknown,
    credential: PasskeyCredential,
    spend: SpendChallenge,
  ): Promise<number | undefined>;
}

export async function startAddingPasskey(ports: SignInPorts, person: Person): Promise<object> {
  const known = await ports.staff.credentialsOf(person.id);
  const ceremony = await ports.passkeys.startAdding(person, known);
  await saveChallenge(ports, ceremony.challenge, person.id);
  return ceremony.options;
}

/** @returns false if the response is not valid or the passkey is known. */
export async function addPasskey(
  ports: SignInPorts,
  person: Person,
  response: unknown,
  device: string,
): Promise<boolean> {
  const { staff, passkeys, clock, log } = ports;
  const credential = await passkeys.finishAdding(response, (challenge) =>
    spendChallenge(ports, challenge, person.id),
  );
  if (!credential || (await staff.credentialsOf(person.id)).length >= MOST_PASSKEYS) return false;
  const added = await staff.addPasskey(person.id, credential, device, clock.now());
  if (added) log.info({ person: person.id }, 'a passkey has been added');
  return added;
}

export async function startPasskeySignIn(ports: SignInPorts): Promise<object> {
  const ceremony = await ports.passkeys.startSignIn();
  await saveChallenge(ports, ceremony.challenge, null);
  return ceremony.options;
}

export async function signInByPasskey(
  ports: SignInPorts,
  response: unknown,
  device: string,
): Promise<NewToken | undefined> {
  const { staff, passkeys, clock } = ports;
  const id = passkeys.credentialId(response);
  const found = id === undefined ? undefined : await staff.passkey(id);
  if (!found) return undefined;
  const { person, credential } = found;
  const counter = await passkeys.finishSignIn(response, credential, (challenge) =>
    spendChallenge(ports, challenge, null),
  );
  if (counter === undefined) return undefined;
  await staff.recordPasskeyUse(credential.id, counter, clock.now());
  return startSession(ports, person, device);
}

function saveChallenge(
  { staff, secrets, clock }: SignInPorts,
  challenge: string,
  personId: string | null,
): Promise<void> {
  const expiresAt = plusSeconds(clock.now(), CHALLENGE_SECONDS);
  return staff.saveChallenge({ hash: secrets.hash(challenge), personId, expiresAt });
}

function spendChallenge(
  { staff, secrets, clock }: SignInPorts,
  challenge: string,
  personId: string | null,
): Promise<boolean> {
  return staff.consumeChallenge(secrets.hash(challenge), personId, clock.now());
}
