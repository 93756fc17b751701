import * as z from 'zod';
import type { Instant } from '#domain/clock.ts';
import { MISTYPED_EMAIL, PlainLine } from '#domain/orders/text-schemas.ts';

/**
 * `owner` may do everything; `counter` takes orders and payments; `kitchen` bakes and hands over. `may` (rights.ts) says
 * what each may.
 */
export const Role = z.enum(['owner', 'counter', 'kitchen']);
export type Role = z.infer<typeof Role>;

export interface Person {
  id: string;
  name: string;
  email: string;
  role: Role;
}

export interface StaffMember extends Person {
  addedAt: Instant;
  /** When the person's access ended; null while they may sign in. */
  disabledAt: Instant | null;
  /** The latest request of any of the person's devices. */
  seenAt: Instant | null;
}

/** A browser with a session. */
export interface Session {
  id: string;
  person: Person;
  /** Whether the person has just signed in: changes of people and of ways to sign in need that. */
  isProved: boolean;
}

/** How long a session lasts. */
export const sessionDays: Record<Role, { most: number; idle?: number }> = {
  owner: { most: 30, idle: 7 },
  // A till has phone numbers and is in reach of customers. Three days, so that two closed days do not end a session.
  counter: { most: 30, idle: 3 },
  // A tablet on the kitchen's wall.
  kitchen: { most: 90 },
};

/** How long a sign-in counts as a proof that it is the person. */
export const PROOF_SECONDS = 10 * 60;

export const StaffName = PlainLine.pipe(
  z.string().trim().min(1, 'Please fill in a name.').max(80, 'Please use at most 80 characters.'),
);

/** Case is ignored: people type their address differently on a phone. */
export const StaffEmail = z
  .string()
  .trim()
  .toLowerCase()
  .min(1, 'Please fill in an e-mail address.')
  .max(254, MISTYPED_EMAIL)
  .pipe(z.email(MISTYPED_EMAIL));
