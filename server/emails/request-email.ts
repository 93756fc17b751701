import { dayInWords } from '#domain/calendar/days.ts';
import { type CakeRequest, peopleInWords } from '#domain/requests/request.ts';
import { framed, type Section, type Sender } from './email-frame.ts';

// E-mails about a request: to the customer, with the link to its page, and to the cafe.

export interface RequestWriting {
  request: CakeRequest;
  kind: string;
  /** Of an e-mail to the customer, with the link to the request's page. */
  sender: Sender;
  /** When the cafe answers, in the owner's words. */
  promise: string;
}

/**
 * To an address that anybody may have typed: without a text of the form, or a script would have the shop send its own to
 * strangers.
 */
export function requestPlacedEmail({ request, sender, promise }: RequestWriting) {
  const { number, people, day } = request;
  return framed(sender.name, {
    subject: `We have your request ${number}`,
    title: 'We have your request',
    paragraphs: [
      `Thank you for asking us for a cake for ${peopleInWords(people)} on ${dayInWords(day)}. Nothing is ordered or charged.`,
      promise,
    ],
    sections: [],
    link: {
      words: 'See it, or add to it',
      url: sender.link,
      note: 'If you did not ask for this, you need do nothing. Please keep this link to yourself: anyone who has it can read your request.',
    },
  });
}

export function requestAskedEmail({ request, kind, sender }: RequestWriting) {
  const text = messageOf(request, kind);
  if (text === undefined) return undefined;
  const { number, name } = request;
  return framed(sender.name, {
    subject: `A question about your request ${number}`,
    title: 'We have a question',
    paragraphs: [`Dear ${name},`, text],
    sections: [askedFor(request)],
    link: {
      words: 'Answer',
      url: sender.link,
      note: 'Your answer there comes to us with all that you have told us.',
    },
  });
}

export function requestDeclinedEmail({ request, kind, sender }: RequestWriting) {
  const text = messageOf(request, kind);
  if (text === undefined) return undefined;
  const { number, name } = request;
  return framed(sender.name, {
    subject: `Our answer to your request ${number}`,
    title: 'Our answer',
    paragraphs: [`Dear ${name},`, text],
    sections: [askedFor(request)],
    link: { words: 'See your request', url: sender.link },
  });
}

export function newRequestEmail({ request, sender }: RequestWriting) {
  return {
    subject: ['Request', ...inShort(request)].join(' · '),
    text: [seeIt(request, sender), allOf(request)].join('\n\n'),
  };
}

export function requestRepliedEmail({ request, kind, sender }: RequestWriting) {
  const text = messageOf(request, kind);
  if (text === undefined) return undefined;
  return {
    subject: ['Reply', ...inShort(request)].join(' · '),
    text: [`${request.name} has written:\n${text}`, seeIt(request, sender), allOf(request)].join(
      '\n\n',
    ),
  };
}

/** @returns undefined for a message that was taken back. */
function messageOf({ messages }: CakeRequest, kind: string): string | undefined {
  const [, number] = kind.split(' ');
  return messages.find((message) => message.number === Number(number))?.text;
}

function seeIt({ number }: CakeRequest, { origin }: Sender): string {
  return `See and answer it: ${origin}/owner/requests/${number}`;
}

function inShort({ occasion, people, day, number }: CakeRequest): string[] {
  return [occasion, `for ${people}`, dayInWords(day, 'short'), number];
}

function askedFor(request: CakeRequest): Section {
  return { title: 'What you asked for', lines: linesOf(request) };
}

function allOf(request: CakeRequest): string {
  const { name, email, phone } = request;
  return [...linesOf(request), [name, phone, email].filter(Boolean).join(', ')].join('\n');
}

function linesOf({ occasion, people, day, ideas, budget, photos }: CakeRequest): string[] {
  const count = photos.length === 1 ? 'one photo' : `${photos.length} photos`;
  return [
    `${occasion}, for ${peopleInWords(people)}`,
    dayInWords(day),
    ...ideas.split('\n'),
    ...(budget ? [`Budget: ${budget}`] : []),
    ...(photos.length > 0 ? [`With ${count}`] : []),
  ];
}
