import type { Trader } from '#domain/trader.ts';
import { htmlPage, htmlParagraph } from '#server/emails/email-frame.ts';
import type { Email } from '#server/emails/email-ports.ts';
import { CODE_MINUTES } from './sign-in.ts';

type Contents = Required<Pick<Email, 'subject' | 'text' | 'html'>>;

export function codeEmail(code: string, { name, origin }: Trader): Contents {
  const shown = `${code.slice(0, 4)}-${code.slice(4)}`;
  return contents(`${shown} is your code for ${name}`, 'Your code', [
    `${shown}`,
    `Type it where you asked for it, at ${origin}. It is valid for ${CODE_MINUTES} minutes and only in that browser.`,
    'Nobody from the cafe will ask you for it. If you did not ask for it, you need do nothing.',
  ]);
}

export function inviteEmail({ name, origin }: Trader): Contents {
  return contents(`Your access to ${name}`, 'Welcome', [
    `You can now see the orders of ${name}.`,
    `Sign in with this e-mail address at ${origin}/owner/sign-in.`,
  ]);
}

/** Sent at the set-up, and again on request. */
export function testEmail({ name, origin }: Trader): Contents {
  return contents(`${name}: e-mails reach you`, 'It works', [
    `This is the test e-mail of the shop at ${origin}. Codes to sign in will arrive here too.`,
  ]);
}

function contents(subject: string, title: string, paragraphs: string[]): Contents {
  return {
    subject,
    text: paragraphs.join('\n\n'),
    html: htmlPage(subject, title, paragraphs.map((line) => htmlParagraph(line)).join('\n')),
  };
}
