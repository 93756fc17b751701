import type { Context } from 'hono';
import type * as z from 'zod';
import { type Problem, type ProblemName, problemType } from './public-json.ts';

const problems = {
  'invalid-request': { status: 422, title: 'Something in the request is not right' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'This method is not allowed here' },
  'too-large': { status: 413, title: 'The request is too large' },
  'not-json': { status: 415, title: 'The request is not JSON' },
  'cross-site': { status: 403, title: 'The request comes from another website' },
  'too-many-requests': { status: 429, title: 'That is too much at once' },
  'order-changed': { status: 409, title: 'Something has changed since you filled your basket' },
  'other-content': { status: 409, title: 'This order has been placed with other content' },
  'order-expired': { status: 409, title: 'The time to pay for this order is over' },
  'already-paid': { status: 409, title: 'This order has been paid' },
  'email-not-corrected': { status: 409, title: 'The e-mail address cannot be corrected here' },
  'payment-processing': { status: 409, title: 'The payment of this order is under way' },
  'earlier-order-paid': { status: 409, title: 'The order before this one has been paid' },
  'earlier-order-processing': {
    status: 409,
    title: 'The payment of the order before this one is under way',
  },
  'order-unreadable': { status: 503, title: 'We cannot show this order just now' },
  'payments-unavailable': { status: 503, title: 'The card checkout cannot be reached' },
  'bot-check': { status: 401, title: 'Please show that you are a person' },
  'bot-check-unavailable': { status: 503, title: 'The check for robots cannot be reached' },
  'not-signed-in': { status: 401, title: 'Please sign in' },
  'not-allowed': { status: 403, title: 'This is not for you' },
  'live-full': { status: 503, title: 'Too many listen just now' },
  'database-unavailable': { status: 503, title: 'The shop cannot be reached just now' },
  'server-error': { status: 500, title: 'Something went wrong on our side' },
} as const satisfies Record<ProblemName, { status: number; title: string }>;

type Members = Pick<Problem, 'errors' | 'differences' | 'order'>;

/** A problem with its status. */
export function problem<N extends ProblemName>(name: N, detail: string, more: Members = {}) {
  const { status, title }: { status: (typeof problems)[N]['status']; title: string } =
    problems[name];
  return { body: { type: problemType(name), title, status, detail, ...more }, status };
}

export const PROBLEM_JSON = { 'Content-Type': 'application/problem+json' } as const;

export function sendProblem(c: Context, name: ProblemName, detail: string, more?: Members) {
  const { body, status } = problem(name, detail, more);
  return c.json(body, status, PROBLEM_JSON);
}

/** Lists zod's issues by JSON pointer. */
export function sendInvalid(c: Context, error: z.core.$ZodError) {
  const errors = error.issues.map(({ path, message }) => ({
    pointer: `#${path.map((part) => `/${String(part)}`).join('')}`,
    detail: message,
  }));
  return sendProblem(c, 'invalid-request', 'Please correct what is named in errors.', { errors });
}
