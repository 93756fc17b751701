import * as z from 'zod';
import { type Person, Role, StaffEmail, StaffName } from './person.ts';
import { addLink, type SignInPorts } from './sign-in.ts';

const Invitation = z.object({ name: StaffName, email: StaffEmail, role: Role });

export type InviteResult =
  | {
      ok: true;
      person: Person;
      /** Signs the person in, once: `/owner/welcome?person#{token}`. */
      linkToken: string;
    }
  | { ok: false; reason: 'taken' }
  | { ok: false; reason: 'invalid'; problems: Partial<Record<'name' | 'email', string>> };

/** Adds a person, who can then sign in by a code to their address. */
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
  log.info({ person: person.id, role: person.role }, 'somebody has been invited');
  return { ok: true, person, linkToken: await addLink(ports, person.id) };
}
