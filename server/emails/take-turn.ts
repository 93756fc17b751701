import type { Ports } from '#server/ports.ts';

/** A server closes within 25 seconds, with the longest timeout of a mailer. */
const LONGEST_WAIT_SECONDS = 5;

/**
 * Waits for a turn to send an e-mail, if the service limits them. The outbox takes one turn at a time, so that an e-mail
 * for which a person waits (a code to sign in) gets the next one.
 * @returns false if none comes soon: then it must not be sent.
 */
export async function takeTurn({
  emailTurns,
  emailSpacingSeconds: spacing = 0,
}: Pick<Ports, 'emailTurns' | 'emailSpacingSeconds'>): Promise<boolean> {
  return spacing === 0 || emailTurns.take(spacing, LONGEST_WAIT_SECONDS);
}
