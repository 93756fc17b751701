import type { Instant } from '#domain/clock.ts';
import type { Person, Session, StaffMember } from './person.ts';

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

/** Runs a task after the response has been sent, so that the response's time does not depend on it. */
export type RunLater = (task: () => Promise<unknown>) => void;

export interface NewSession {
  id: string;
  hash: string;
  personId: string;
  device: string;
  at: Instant;
  endsAt: Instant;
}

export interface StoredSession extends Session {
  seenAt: Instant;
}

export interface NewCode {
  pendingHash: string;
  emailHash: string;
  /** Null if nobody has the address. */
  personId: string | null;
  codeHash: string;
  askedAt: Instant;
  expiresAt: Instant;
}

/** A link of which only the hash of its token is stored. A later one for the same purpose replaces it. */
export interface NewLink {
  /** Null: the link sets up the first owner. */
  personId: string | null;
  hash: string;
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
  /** @returns false if somebody has the address. */
  addPerson(person: Person, at: Instant): Promise<boolean>;

  saveLink(link: NewLink): Promise<void>;
  /** Adds the first owner. @returns false if the link is not valid or there is an owner. */
  consumeFirstRunLink(hash: string, owner: Person, now: Instant): Promise<boolean>;
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

  /** Deletes what has expired. */
  deleteExpired(now: Instant): Promise<void>;
}
