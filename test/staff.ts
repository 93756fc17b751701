import { randomUUID } from 'node:crypto';
import type { Person, Role } from '#domain/staff/person.ts';
import type { Shop } from '#server/shop.ts';
import { invitePerson } from '#server/staff/people.ts';
import { makeLink, signInByLink } from '#server/staff/sign-in.ts';

export interface SignedIn {
  person: Person;
  /** The token of the session. */
  token: string;
  /** The request's `Cookie` header, where the shop's origin has http. */
  cookie: string;
}

/** Adds a person to the shop and signs them in. */
export async function signInAs(shop: Shop, role: Role): Promise<SignedIn> {
  const name = { owner: 'Olive', counter: 'Carol', kitchen: 'Kit' }[role];
  const email = `${role}-${randomUUID().slice(0, 8)}@example.org`;
  const invited = await invitePerson(shop, { name, email, role });
  if (!invited.ok) throw new Error(`Nobody was invited: ${invited.reason}.`);
  const session = await signInByLink(shop, await makeLink(shop, invited.person.id), 'a test');
  if (!session) throw new Error('The link did not sign in.');
  return { person: invited.person, token: session.token, cookie: `staff=${session.token}` };
}
