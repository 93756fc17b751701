import * as z from 'zod';
import { plusSeconds } from '#domain/clock.ts';
import {
  type Person,
  Role,
  StaffEmail,
  type StaffMember,
  StaffName,
} from '#domain/staff/person.ts';
import { isUrlToken, newUrlToken } from '#server/orders/link.ts';
import { BASE32, DAY_SECONDS, type SignInPorts, sendToPerson } from './sign-in.ts';
import { inviteEmail } from './staff-emails.ts';
import type { Staff } from './staff-ports.ts';

const RECOVERY_CODES = 8;
/** 80 bits: nobody tries them all, not even with the hashes. */
const RECOVERY_CODE_LENGTH = 16;

const Invitation = z.object({ name: StaffName, email: StaffEmail, role: Role });

type InviteResult =
  | { ok: true; person: Person }
  | { ok: false; reason: 'taken' }
  | { ok: false; reason: 'invalid'; problems: Partial<Record<'name' | 'email', string>> };

/** Adds a person and tells them by e-mail. They sign in by a code to their address. */
export async function invitePerson(
  ports: SignInPorts,
  typed: { name: string; email: string; role: string },
): Promise<InviteResult> {
  const { staff, secrets, clock, log } = ports;
  const read = Invitation.safeParse(typed);
  if (!read.success) {
    const { name, email } = z.flattenError(read.error).fieldErrors;
    return { ok: false, reason: 'invalid', problems: { name: name?.[0], email: email?.[0] } };
  }
  const person: Person = { id: secrets.id(), ...read.data };
  if (!(await staff.addPerson(person, clock.now()))) return { ok: false, reason: 'taken' };
  log.info({ person: person.id, role: person.role }, 'person invited');
  ports.runLater(async () => sendToPerson(ports, person, inviteEmail(await ports.trader())));
  return { ok: true, person };
}

/** Everybody who works here, with those who no longer do. */
export async function findMember(
  { staff }: SignInPorts,
  email: string,
): Promise<StaffMember | undefined> {
  const typed = StaffEmail.safeParse(email).data;
  return (await staff.people()).find((person) => person.email === typed);
}

/** The names of all who work or have worked here, by id. */
export async function namesOfPeople(staff: Pick<Staff, 'people'>): Promise<Map<string, string>> {
  return new Map((await staff.people()).map(({ id, name }) => [id, name]));
}

/** Ends the person's access at once, on all servers. @returns false for the last owner. */
export async function disablePerson(
  { staff, clock, log }: SignInPorts,
  id: string,
): Promise<boolean> {
  const disabled = await staff.disablePerson(id, clock.now());
  if (disabled) log.info({ person: id }, 'person disabled');
  return disabled;
}

/** @returns false for the last owner, who stays one. */
export async function setRole(
  { staff, log }: SignInPorts,
  id: string,
  role: Role,
): Promise<boolean> {
  const changed = await staff.setRole(id, role);
  if (changed) log.info({ person: id, role }, 'role changed');
  return changed;
}

/** Replaces the person's recovery codes. @returns the new ones; only their hashes are stored. */
export async function newRecoveryCodes(
  { staff, secrets }: SignInPorts,
  personId: string,
  set: string,
): Promise<string[] | undefined> {
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    secrets.characters(BASE32, RECOVERY_CODE_LENGTH),
  );
  const hashes = codes.map((code) => secrets.hash(code));
  if (!(await staff.replaceRecoveryCodes(personId, set, hashes))) return undefined;
  return codes.map((code) => code.replaceAll(/(.{4})(?=.)/g, '$1-'));
}

/**
 * Makes the address at which the person's calendar program reads the days. An earlier one is no longer
 * valid.
 * @returns its token; only the hash is stored.
 */
export async function makeCalendarFeed(
  { staff, secrets, clock, log }: SignInPorts,
  personId: string,
): Promise<string> {
  const token = newUrlToken(secrets);
  await staff.saveCalendarFeed(personId, secrets.hash(token), clock.now());
  log.info({ person: personId }, 'a calendar feed has been made');
  return token;
}

/** @param token from a URL. */
export async function isCalendarFeed(
  { staff, secrets }: SignInPorts,
  token: string,
): Promise<boolean> {
  return isUrlToken(token) && staff.hasCalendarFeed(secrets.hash(token));
}

/** Removes what has expired, and the names of people whose access ended so many days ago. */
export async function maintainStaff(
  { staff, clock }: SignInPorts,
  retentionDays: number,
): Promise<void> {
  const now = clock.now();
  await staff.deleteExpired(now, plusSeconds(now, -DAY_SECONDS));
  await staff.anonymisePeople(plusSeconds(now, -retentionDays * DAY_SECONDS));
}
