import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { offerEndInWords } from '#domain/capacity/waiting.ts';
import type { Instant } from '#domain/clock.ts';
import { type CustomerEmail, framed, type Sender } from './email-frame.ts';

// E-mails to a customer on the waiting list of a day. The link is to the page of their entry.

export interface WaitingWriting {
  day: Day;
  /** `Victoria Sponge 8 in` */
  cakes: string;
  /** When the offer ends. */
  until: Instant;
  sender: Sender;
  now: Instant;
}

export function joinedEmail({ day, cakes, sender }: WaitingWriting): CustomerEmail {
  return framed(sender.name, {
    subject: `You are on the list for ${dayInWords(day, 'short')}`,
    title: 'You are on the list',
    paragraphs: [
      `${dayInWords(day)} is full at the moment. You asked us to tell you if a place comes free for ${cakes}.`,
      'If one does, we write to you and keep it for you for two hours. You need do nothing until then, and nothing is ordered or charged.',
    ],
    sections: [],
    link: {
      words: 'See your place, or leave the list',
      url: sender.link,
      note: 'If you did not ask for this, leave the list there: we will not write to you again.',
    },
  });
}

export function offerEmail({ day, cakes, until, sender, now }: WaitingWriting): CustomerEmail {
  const end = offerEndInWords(until, now);
  return framed(sender.name, {
    subject: `A place is free on ${dayInWords(day, 'short')}: yours until ${end}`,
    title: 'A place is free',
    paragraphs: [
      `On ${dayInWords(day)} we can make ${cakes} for you after all.`,
      `We keep the place for you until ${end}. After that it goes to the next on the list.`,
    ],
    sections: [],
    link: {
      words: 'Order it',
      url: sender.link,
      note: 'If you no longer want it, leave the list on the same page: the next gets the place at once.',
    },
  });
}
