import * as z from 'zod';
import { plusSeconds } from '#domain/clock.ts';
import {
  type Person,
  PROOF_SECONDS,
  type Session,
  StaffEmail,
  StaffName,
  sessionDays,
} from '#domain/staff/person.ts';
import type { Delivery } from '#server/emails/email-ports.ts';
import { takeTurn } from '#server/emails/turns.ts';
import type { Ports } from '#server/ports.ts';
import { codeEmail, testEmail } from './staff-emails.ts';
import type { StoredSession } from './staff-ports.ts';

/** Crockford's base32: without I, L, O and U, which are read as other characters. */
export const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const CODE_LENGTH = 8;
export const CODE_MINUTES = 10;
const CODE_TRIES = 5;
/** More are not sent to one address within an hour: strangers could fill its inbox. */
const CODES_AN_HOUR = 5;

const LINK_HOURS = 24;
const HOUR = 60 * 60;
export const DAY_SECONDS = 24 * HOUR;

/** How often a request is recorded as the device's latest. */
const TOUCH_SECONDS = 5 * 60;

type MailPorts = 'mailer' | 'db' | 'emailSpacingSeconds';
export type SignInPorts = Pick<
  Ports,
  'staff' | 'secrets' | 'passkeys' | 'runLater' | MailPorts | 'trader' | 'clock' | 'log'
>;

/** The token for the browser's cookie, and how long it is valid: the browser's clock may be wrong. */
export interface NewToken {
  token: string;
  seconds: number;
}

/**
 * Starts to sign in by an e-mailed code. The result and its time are the same for every address.
 * @returns undefined if the text is no address; otherwise the token that binds the code to this browser.
 */
export async function askForCode(ports: SignInPorts, typed: string): Promise<NewToken | undefined> {
  const { staff, secrets, clock } = ports;
  const email = StaffEmail.safeParse(typed).data;
  if (email === undefined) return undefined;
  const now = clock.now();
  const emailHash = secrets.hash(email);
  const person = await staff.personByEmail(email);
  const asked = await staff.countCodes(emailHash, plusSeconds(now, -HOUR));
  const [token, code] = [secrets.token(), secrets.characters(BASE32, CODE_LENGTH)];
  const seconds = CODE_MINUTES * 60;
  await staff.addCode({
    pendingHash: secrets.hash(token),
    emailHash,
    personId: person?.id ?? null,
    codeHash: secrets.hash(`${token} ${code}`),
    askedAt: now,
    expiresAt: plusSeconds(now, seconds),
  });
  if (person && asked < CODES_AN_HOUR) {
    ports.runLater(async () => sendToPerson(ports, person, codeEmail(code, await ports.trader())));
  }
  return { token, seconds };
}

/** @param token of `askForCode`, from the browser's cookie. */
export async function signInByCode(
  ports: SignInPorts,
  token: string,
  typed: string,
  device: string,
): Promise<NewToken | undefined> {
  const { staff, secrets, clock } = ports;
  const pendingHash = secrets.hash(token);
  const pending = await staff.tryCode(pendingHash, CODE_TRIES, clock.now());
  const hash = secrets.hash(`${token} ${readBase32(typed)}`);
  if (!pending || pending.codeHash !== hash || !(await staff.consumeCode(pendingHash)))
    return undefined;
  const person = pending.personId === null ? undefined : await staff.person(pending.personId);
  return person && startSession(ports, person, device);
}

/**
 * Makes the link that sets up the first owner. Earlier ones are no longer valid.
 * @returns its token; undefined if there is an owner.
 */
export async function firstRunToken(ports: SignInPorts): Promise<string | undefined> {
  return (await ports.staff.hasOwner()) ? undefined : addLink(ports, null);
}

/** @param personId null: the link sets up the first owner. @returns the link's token. */
export async function addLink(
  { staff, secrets, clock }: SignInPorts,
  personId: string | null,
): Promise<string> {
  // 128 bits as text that can be typed.
  const token = secrets.characters(BASE32, 26);
  const expiresAt = plusSeconds(clock.now(), LINK_HOURS * HOUR);
  await staff.saveLink({ personId, hash: secrets.hash(token), expiresAt });
  return token;
}

const FirstOwner = z.object({ name: StaffName, email: StaffEmail });

type SetUpResult =
  | { ok: true; session: NewToken }
  | { ok: false; reason: 'link' }
  | { ok: false; reason: 'invalid'; problems: Partial<Record<'name' | 'email', string>> };

/** Adds the first owner and signs them in. */
export async function setUpOwner(
  ports: SignInPorts,
  typed: { token: string; name: string; email: string },
  device: string,
): Promise<SetUpResult> {
  const { staff, secrets, clock } = ports;
  const read = FirstOwner.safeParse(typed);
  if (!read.success) {
    const { fieldErrors } = z.flattenError(read.error);
    const problems = { name: fieldErrors.name?.[0], email: fieldErrors.email?.[0] };
    return { ok: false, reason: 'invalid', problems };
  }
  const owner: Person = { id: secrets.id(), ...read.data, role: 'owner' };
  const hash = secrets.hash(readBase32(typed.token));
  const added = await staff.consumeFirstRunLink(hash, owner, clock.now());
  if (added === 'invalid') return { ok: false, reason: 'link' };
  if (added === 'address-taken') {
    const problems = { email: 'This address is another person’s here already.' };
    return { ok: false, reason: 'invalid', problems };
  }
  ports.log.info({ person: owner.id }, 'the first owner has been set up');
  ports.runLater(async () => sendToPerson(ports, owner, testEmail(await ports.trader())));
  return { ok: true, session: await startSession(ports, owner, device) };
}

/** @param token of a link for a person. */
export async function signInByLink(
  ports: SignInPorts,
  token: string,
  device: string,
): Promise<NewToken | undefined> {
  const { staff, secrets, clock } = ports;
  const person = await staff.consumePersonsLink(secrets.hash(readBase32(token)), clock.now());
  return person && startSession(ports, person, device);
}

/** @param typed one of the codes that the person has printed; each works once. */
export async function signInByRecoveryCode(
  ports: SignInPorts,
  typed: string,
  device: string,
): Promise<NewToken | undefined> {
  const { staff, secrets, clock, log } = ports;
  const hash = secrets.hash(readBase32(typed));
  const person = await staff.consumeRecoveryCode(hash, clock.now());
  if (person) log.warn({ person: person.id }, 'signed in by a recovery code');
  return person && startSession(ports, person, device);
}

/** Always a new token: one that an attacker has put into the browser never becomes a session. */
export async function startSession(
  { staff, secrets, clock, log }: SignInPorts,
  person: Person,
  device: string,
): Promise<NewToken> {
  const now = clock.now();
  const [id, token] = [secrets.id(), secrets.token()];
  const seconds = sessionDays[person.role].most * DAY_SECONDS;
  const endsAt = plusSeconds(now, seconds);
  const hash = secrets.hash(token);
  await staff.addSession({ id, hash, personId: person.id, device, at: now, endsAt });
  log.info({ person: person.id, session: id }, 'signed in');
  return { token, seconds };
}

/** @param token from the browser's cookie. Reads the database: an ended session ends on all servers. */
export async function findSession(ports: SignInPorts, token: string): Promise<Session | undefined> {
  const session = await readSession(ports, token);
  if (!session) return undefined;
  const { id, person, seenAt, provedAt } = session;
  const now = ports.clock.now();
  if (seenAt < plusSeconds(now, -TOUCH_SECONDS)) await ports.staff.touchSession(id, now);
  return { id, person, isProved: provedAt > plusSeconds(now, -PROOF_SECONDS) };
}

/** For a connection that stays open: does not count as a visit. */
export async function sessionLasts(ports: SignInPorts, token: string): Promise<boolean> {
  return (await readSession(ports, token)) !== undefined;
}

async function readSession(
  { staff, secrets, clock }: SignInPorts,
  token: string,
): Promise<StoredSession | undefined> {
  const now = clock.now();
  const session = await staff.session(secrets.hash(token), now);
  if (!session) return undefined;
  const { idle } = sessionDays[session.person.role];
  const isIdle = idle !== undefined && session.seenAt < plusSeconds(now, -idle * DAY_SECONDS);
  return isIdle ? undefined : session;
}

type StaffEmailContents = ReturnType<typeof testEmail>;

/** A failure is logged by its code; the pages say how to go on without the e-mail. */
export async function sendToPerson(
  ports: SignInPorts,
  person: Person,
  contents: StaffEmailContents,
): Promise<boolean> {
  const { mailer, secrets, log } = ports;
  const messageId = `staff-${secrets.id()}`;
  const delivery: Delivery = (await takeTurn(ports))
    ? await mailer.send({ ...contents, messageId, to: { person: person.email } })
    : { ok: false, reason: 'no turn' };
  if (!delivery.ok) {
    const facts = { person: person.id, reason: delivery.reason };
    log.warn(facts, 'an e-mail to staff could not be sent');
  }
  return delivery.ok;
}

/** Reads a code as people type it: in lower case, with hyphens, with O for 0. */
function readBase32(typed: string): string {
  return typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1');
}
