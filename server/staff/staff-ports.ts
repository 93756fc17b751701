import type { Instant } from '#domain/clock.ts';
import type { Person, Role, StaffMember } from '#domain/staff/person.ts';
import type { Passkey, PasskeyCredential } from './passkeys.ts';

/** Random values and hashes. */
export interface Secrets {
  /** A random UUID. */
  id(): string;
  /** 256 random bits as text. */
  token(): string;
  /** Random characters of the alphabet, each with the same probability. */
  characters(alphabet: string, length: number): string;
  /** SHA-256, as text. */
  hash(text: string): string;
}

/**
 * Runs a task after the response has been sent, so that the response's time does not depend on it. While
 * the task returns false it is repeated, three times at most.
 */
export type RunLater = (task: () => Promise<boolean>) => void;

export interface RecoveryCodes {
  /** The number of codes that are left. */
  left: number;
  /** Names the codes that were made together; empty if there were none. */
  set: string;
}

interface NewSession {
  id: string;
  hash: string;
  personId: string;
  device: string;
  at: Instant;
  endsAt: Instant;
}

export interface StoredSession {
  id: string;
  person: Person;
  provedAt: Instant;
  seenAt: Instant;
}

/** A browser with a session. */
export interface Device {
  sessionId: string;
  personId: string;
  /** Such as "Chrome on Android". */
  device: string;
  signedInAt: Instant;
  seenAt: Instant;
}

interface NewCode {
  pendingHash: string;
  emailHash: string;
  /** Null if nobody has the address. */
  personId: string | null;
  codeHash: string;
  askedAt: Instant;
  expiresAt: Instant;
}

/** A link; only the hash of its token is stored. A later one for the same purpose replaces it. */
interface NewLink {
  /** Null: the link sets up the first owner. */
  personId: string | null;
  hash: string;
  expiresAt: Instant;
}

interface NewChallenge {
  hash: string;
  /** Who adds a passkey; null for a sign-in. */
  personId: string | null;
  expiresAt: Instant;
}

/** People, their sessions and what they sign in with. Each secret is used up in one statement. */
export interface Staff {
  hasOwner(): Promise<boolean>;
  people(): Promise<StaffMember[]>;
  /** Undefined if the person is disabled. */
  person(id: string): Promise<Person | undefined>;
  /** Undefined if the person is disabled. */
  personByEmail(email: string): Promise<Person | undefined>;
  /** @returns false if another person has the address. */
  addPerson(person: Person, at: Instant): Promise<boolean>;
  /**
   * Deletes the person's sessions and what they sign in with.
   * @returns false for the last owner and for people who are not known or disabled.
   */
  disablePerson(id: string, at: Instant): Promise<boolean>;
  /**
   * Ends the person's sessions.
   * @returns false for the last owner, for people who are not known or disabled, and for the role they have.
   */
  setRole(id: string, role: Role): Promise<boolean>;
  /** @returns false if the person is not disabled, or their name has been removed. */
  enablePerson(id: string): Promise<boolean>;
  /** Removes the names and addresses of people who were disabled before. */
  anonymisePeople(before: Instant): Promise<void>;

  saveLink(link: NewLink): Promise<void>;
  /**
   * Adds the first owner, and deletes the link.
   * @returns `invalid` if the link is not valid or there is an owner; `address-taken` if another person has the address:
   * the link stays valid.
   */
  consumeFirstRunLink(
    hash: string,
    owner: Person,
    now: Instant,
  ): Promise<'added' | 'invalid' | 'address-taken'>;
  consumePersonsLink(hash: string, now: Instant): Promise<Person | undefined>;

  addCode(code: NewCode): Promise<void>;
  /** The number of codes for an address since then. */
  countCodes(emailHash: string, since: Instant): Promise<number>;
  /** Counts a try. @returns undefined if the code has expired, or was tried so often. */
  tryCode(
    pendingHash: string,
    mostTries: number,
    now: Instant,
  ): Promise<Pick<NewCode, 'codeHash' | 'personId'> | undefined>;
  /** @returns false if the code has been used. */
  consumeCode(pendingHash: string): Promise<boolean>;

  addSession(session: NewSession): Promise<void>;
  /** Undefined if it has ended or its person is disabled. */
  session(hash: string, now: Instant): Promise<StoredSession | undefined>;
  touchSession(id: string, at: Instant): Promise<void>;
  endSession(id: string): Promise<void>;

  devices(): Promise<Device[]>;
  /** Ends all sessions and calendar feeds, and makes codes and links that are under way invalid. */
  endAllSignIns(): Promise<void>;

  /** @returns false, and writes nothing, if the person's codes are of another set by now. */
  replaceRecoveryCodes(personId: string, set: string, hashes: string[]): Promise<boolean>;
  recoveryCodes(personId: string): Promise<RecoveryCodes>;
  consumeRecoveryCode(hash: string, at: Instant): Promise<Person | undefined>;

  passkeysOf(personId: string): Promise<Passkey[]>;
  credentialsOf(personId: string): Promise<PasskeyCredential[]>;
  /** Undefined if its person is disabled. */
  passkey(id: string): Promise<{ person: Person; credential: PasskeyCredential } | undefined>;
  /** @returns false if it is known. */
  addPasskey(
    personId: string,
    credential: PasskeyCredential,
    device: string,
    at: Instant,
  ): Promise<boolean>;
  recordPasskeyUse(id: string, counter: number, at: Instant): Promise<void>;
  removePasskey(id: string, personId: string): Promise<void>;
  saveChallenge(challenge: NewChallenge): Promise<void>;
  /** @returns false if it is not known for this person, expired, or has been used. */
  consumeChallenge(hash: string, personId: string | null, now: Instant): Promise<boolean>;

  /** Replaces the person's earlier one. */
  saveCalendarFeed(personId: string, hash: string, at: Instant): Promise<void>;
  endCalendarFeed(personId: string): Promise<void>;
  /** Undefined if the person has none. */
  calendarFeedMadeAt(personId: string): Promise<Instant | undefined>;
  /** @returns false if nobody has it, or its person is disabled. */
  hasCalendarFeed(hash: string): Promise<boolean>;

  /** Deletes what has expired, and codes that were asked for before. */
  deleteExpired(now: Instant, codesBefore: Instant): Promise<void>;
}
