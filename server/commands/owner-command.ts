import { Role, type StaffMember } from '#domain/staff/person.ts';
import type { Shop } from '#server/shop.ts';
import { findMember, invitePerson, listPeople } from '#server/staff/people.ts';
import { endAllSignIns } from '#server/staff/sessions.ts';
import { makeLink } from '#server/staff/sign-in.ts';
import { type CommandResult, parseOptions } from './run-command.ts';

interface OwnerCommand {
  command: string;
  email: string;
  name: string | undefined;
  role: string;
}

/** @returns undefined for any other arguments. */
export function parseOwnerCommand(args: string[]): OwnerCommand | undefined {
  const parsed = parseOptions(args, {
    name: { type: 'string' },
    role: { type: 'string', default: 'owner' },
  });
  if (!parsed) return undefined;
  const { name, role } = parsed.values;
  const [command = '', email = '', ...more] = parsed.positionals;
  const isKnown = ['invite', 'list', 'sign-out-all'].includes(command);
  const isRole = Role.safeParse(role).success;
  const needsEmail = command === 'invite';
  if (!isKnown || !isRole || needsEmail !== (email !== '') || more.length > 0) return undefined;
  return { command, email, name, role };
}

export async function runOwnerCommand(
  shop: Shop,
  origin: string,
  { command, email, name, role }: OwnerCommand,
): Promise<CommandResult> {
  switch (command) {
    case 'invite':
      return invite(shop, origin, { email, name: name ?? email.split('@')[0] ?? '', role });
    case 'sign-out-all':
      await endAllSignIns(shop.db);
      return { ok: true, text: 'Nobody is signed in any more, and all calendar feeds have ended.' };
    default: {
      const people = await listPeople(shop);
      return { ok: true, text: people.map(memberLine).join('\n') || 'Nobody may sign in yet.' };
    }
  }
}

async function invite(
  shop: Shop,
  origin: string,
  typed: { email: string; name: string; role: string },
): Promise<CommandResult> {
  const invited = await invitePerson(shop, typed);
  if (!invited.ok && invited.reason === 'invalid') {
    const problems = Object.values(invited.problems).join(' ');
    return { ok: false, text: `Nobody was invited. ${problems}` };
  }
  const person = invited.ok ? invited.person : await findMember(shop, typed.email);
  if (!person) return { ok: false, text: `Nobody has the address ${typed.email}.` };
  if ('disabledAt' in person && person.disabledAt) {
    return { ok: false, text: `${person.email} is disabled: an owner enables them under People.` };
  }
  const link = `${origin}/owner/welcome?person#${await makeLink(shop, person.id)}`;
  return {
    ok: true,
    text: `For ${person.email}, ${person.role}, once, within 24 hours:\n  ${link}`,
  };
}

function memberLine({ name, email, role, addedAt, disabledAt, seenAt }: StaffMember): string {
  const state = disabledAt
    ? `disabled ${disabledAt.slice(0, 10)}`
    : seenAt
      ? `last seen ${seenAt.slice(0, 10)}`
      : 'not signed in';
  return `${role.padEnd(8)}${name} <${email}>, since ${addedAt.slice(0, 10)}, ${state}`;
}
