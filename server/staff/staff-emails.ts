import { setTimeout } from 'node:timers/promises';
import type { Person } from '#domain/staff/person.ts';
import { htmlPage, htmlParagraph } from '#server/emails/email-frame.ts';
import type { Delivery, Email } from '#server/emails/mailer.ts';
import { takeTurn } from '#server/emails/turns.ts';
import type { Shop } from '#server/shop.ts';
import { secrets } from './secrets.ts';

/** How long a code to sign in is valid. */
export const CODE_MINUTES = 10;

/** The first is longer than a redirect takes to be sent. */
const PAUSES_MS = [50, 2_000, 5_000, 15_000];

type StaffEmail =
  | { kind: 'code'; code: string }
  | { kind: 'invitation' }
  /** To the address that a person had, and to the one that an owner has given them. */
  | { kind: 'old-address' }
  | { kind: 'new-address' }
  /** Sent on request. */
  | { kind: 'test' };

/**
 * Sends an e-mail after the response has been sent, so that the response's time does not depend on it. A
 * failed attempt is repeated, three times at most.
 */
export async function sendLater(shop: Shop, person: Person, email: StaffEmail): Promise<void> {
  try {
    for (const pause of PAUSES_MS) {
      await setTimeout(pause, undefined, { ref: false });
      if (await sendToPerson(shop, person, email)) return;
    }
  } catch (error) {
    shop.log.error({ err: error }, 'an e-mail to staff failed');
  }
}

/**
 * Sends an e-mail. A failure is logged by its code; the pages say how to go on without the e-mail.
 * @returns false if the e-mail service has not accepted it.
 */
export async function sendToPerson(
  shop: Shop,
  person: Person,
  email: StaffEmail,
): Promise<boolean> {
  const contents = await contentsOf(shop, email);
  const messageId = `staff-${secrets.id()}`;
  const delivery: Delivery = (await takeTurn(shop))
    ? await shop.mailer.send({ ...contents, messageId, to: { address: person.email } })
    : { ok: false, reason: 'no turn' };
  if (!delivery.ok) {
    const facts = { person: person.id, reason: delivery.reason };
    shop.log.warn(facts, 'an e-mail to staff could not be sent');
  }
  return delivery.ok;
}

type Contents = Required<Pick<Email, 'subject' | 'text' | 'html'>>;

async function contentsOf(shop: Shop, email: StaffEmail): Promise<Contents> {
  const { name, origin } = await shop.merchant();
  switch (email.kind) {
    case 'code': {
      const shown = `${email.code.slice(0, 4)}-${email.code.slice(4)}`;
      return contents(`${shown} is your code for ${name}`, 'Your code', [
        shown,
        `Type it where you asked for it, at ${origin}. It is valid for ${CODE_MINUTES} minutes and only in that browser.`,
        'Nobody from the cafe will ask you for it. If you did not ask for it, you need do nothing.',
      ]);
    }
    case 'invitation':
      return contents(`Your access to ${name}`, 'Welcome', [
        `You can now see the orders of ${name}.`,
        `Sign in with this e-mail address at ${origin}/owner/sign-in.`,
      ]);
    case 'new-address':
      return contents(`Your address for ${name}`, 'Your address', [
        `You sign in to ${name} with this e-mail address now, at ${origin}/owner/sign-in.`,
      ]);
    case 'old-address':
      return contents(`Your address for ${name} was changed`, 'Your address was changed', [
        `You no longer sign in to ${name} with this e-mail address, at ${origin}. Codes go to your new one.`,
        'If you did not expect this, ask an owner of the shop at once.',
      ]);
    case 'test':
      return contents(`${name}: e-mails reach you`, 'It works', [
        `This is the test e-mail of the shop at ${origin}. Codes to sign in will arrive here too.`,
      ]);
  }
}

function contents(subject: string, title: string, paragraphs: string[]): Contents {
  return {
    subject,
    text: paragraphs.join('\n\n'),
    html: htmlPage(subject, title, paragraphs.map((line) => htmlParagraph(line)).join('\n')),
  };
}
