import type { WaitingEmail } from './queue.ts';

/**
 * What the e-mail services' answers mean. `settings`: somebody has to change something, at the service or on the
 * server. `too-large` and `unwritable`: it is about this e-mail. `passing`: it may be accepted later.
 */
export type FailureClass = 'settings' | 'too-large' | 'unwritable' | 'passing';

/** EmailJS's status codes, and the codes of SMTP servers (RFC 4954) and of nodemailer. */
const CLASSES: [reason: RegExp, failure: FailureClass, advice: string][] = [
  [
    /^status 40[04]$/,
    'settings',
    'EmailJS does not know the account, the service or the template, or a template is wrong. Compare the ids and the public key at EmailJS with the settings of the shop’s server (EMAILJS_…).',
  ],
  [
    /^status 40[13]$/,
    'settings',
    'EmailJS does not let the shop in. At EmailJS, under Account, Security, allow API requests from non-browser applications, and compare the private key with the setting EMAILJS_PRIVATE_KEY of the shop’s server.',
  ],
  [
    /^status 412$/,
    'settings',
    'EmailJS can no longer use the cafe’s mailbox. At EmailJS, under Email Services, reconnect it.',
  ],
  [
    /^status 422$/,
    'settings',
    'EmailJS finds no recipient in the cafe’s template. At EmailJS, enter the cafe’s address as “To Email” of that template.',
  ],
  [
    /^smtp (53[0458]|EAUTH)$/,
    'settings',
    'The mail server does not accept the shop’s user name or password. Ask the person who runs the shop’s server to correct them in SMTP_URL.',
  ],
  [
    /^(status 413|smtp 552)$/,
    'too-large',
    'It is too large for the e-mail service. Call the customer, or write to them from your own mailbox.',
  ],
  [
    /unreadable$/,
    'unwritable',
    'This version of the shop cannot write it. Ask the shop’s developer.',
  ],
  [
    /^(status 429|smtp 4\d\d)$/,
    'passing',
    'The e-mail service takes no more for now. Wait: they are sent again by themselves. If it lasts for hours, look at the service whether the limit of your plan is reached.',
  ],
  [
    /^smtp 5\d\d$/,
    'passing',
    'The mail server rejects what the shop sends. They are sent again by themselves. Ask the person who runs the shop’s server to check the sender (MAIL_FROM) and the account.',
  ],
];

const UNREACHABLE =
  'The e-mail service cannot be reached, or does not work at the moment. Wait: they are sent again by themselves. If it lasts for hours, ask the person who runs the shop’s server.';

export function classOf(reason: string): FailureClass {
  return CLASSES.find(([pattern]) => pattern.test(reason))?.[1] ?? 'passing';
}

/** What the owner does about it. */
export function adviceOn(reason: string): string {
  return CLASSES.find(([pattern]) => pattern.test(reason))?.[2] ?? UNREACHABLE;
}

/** These may be about the customer's address, which the next attempt leaves out or replaces. */
const MAY_BE_ABOUT_ADDRESS = /^status 4(00|22)$/;

/** Whether the owner has to know of it now. Most failures pass within a few minutes. */
export function needsOwner({ failure, attempts }: WaitingEmail): boolean {
  if (!failure) return false;
  if (failure.isLong) return true;
  const failureClass = classOf(failure.reason);
  if (failureClass !== 'settings' && failureClass !== 'too-large') return false;
  return attempts > (MAY_BE_ABOUT_ADDRESS.test(failure.reason) ? 2 : 0);
}
