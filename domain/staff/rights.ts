import type { Role } from './person.ts';

/**
 * The rights that not every role has, each with the least role that has it. Every role may see the days and what is
 * made for them, print and tick off.
 */
const LEAST_ROLES = {
  /** Read phone numbers, e-mail addresses and what was written to a customer. */
  'see-contact': 'counter',
  /** Read what an order costs, and what was paid. */
  'see-amounts': 'counter',
  /** Write down that an order is paid at the counter. */
  'take-payment': 'counter',
  /** Answer requests, take orders on the phone and make their pay links. */
  'take-orders': 'counter',
  /** Move an order, change its words and contact details, write to its customer. */
  'change-orders': 'counter',
  /** Cancel an order, answer who asks to cancel, and give money back. */
  'cancel-and-refund': 'owner',
  /**
   * Change what the cafe sells and when, see its money, its incidents and everything of a customer, and let people in.
   */
  'run-cafe': 'owner',
} as const satisfies Record<string, Role>;

export type Right = keyof typeof LEAST_ROLES;

/** A role includes those before it. */
export const ROLES: Role[] = ['kitchen', 'counter', 'owner'];

export const ROLE_NAMES = { kitchen: 'Kitchen', counter: 'Counter', owner: 'Owner' } as const;

export function may(role: Role, right: Right): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(LEAST_ROLES[right]);
}
