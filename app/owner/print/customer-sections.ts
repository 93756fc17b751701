import { stateInWords } from '#app/owner/collections/collection-view.ts';
import { FULFILMENT_WORDS } from '#app/owner/collections/words.ts';
import { timeWithYear } from '#app/owner/frame/london-time.ts';
import { emailInWords } from '#app/owner/orders/email-words.ts';
import { byInWords, eventInWords } from '#app/owner/orders/event-words.ts';
import { moneyBack } from '#app/owner/orders/reversal-words.ts';
import { messageInWords, wishInWords } from '#app/owner/requests/words.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { whenInWords } from '#domain/calendar/times.ts';
import { formatPence } from '#domain/money.ts';
import { cakesFirst, itemsInWords, titleWithOptions } from '#domain/orders/items-in-words.ts';
import { isPaidInPart, type OrderItem, paidOfTotal } from '#domain/orders/order.ts';
import type { CakeRequest } from '#domain/requests/request.ts';
import { type BookedEmail, type BookedOrder, readEmails } from '#server/orders/book-rows.ts';
import type { Entry } from '#server/orders/waiting-rows.ts';
import type { Shop } from '#server/shop.ts';

// On the server: what the paper of a customer says, in words. Without the names of staff, who are other people.

interface PaperSection {
  /** For its heading. */
  id: string;
  title: string;
  facts: [label: string, value: string][];
  /** Of the request with this number. */
  photos: { request: string; position: string; width: number; height: number }[];
  lists: { title: string; lines: string[] }[];
}

export function orderOnPaper(booked: BookedOrder): PaperSection {
  const { number, items, days, order, emails, trail, quote } = booked;
  const fulfilmentOn = (on: string) =>
    FULFILMENT_WORDS[days.find(({ day }) => day === on)?.fulfilment ?? 'to-make'];
  return {
    id: `order-${number}`,
    title: `Order ${number}`,
    facts: withoutEmpty([
      ['Name', booked.name],
      ['Phone', booked.phone],
      ['E-mail', booked.email],
      ['E-mail given at payment', order?.paymentEmail ?? ''],
      ['Collected by', booked.collector],
      ['Their note', booked.note],
      ['Our note', booked.staffNote],
      ['Our quote', quote?.message ?? ''],
      ['Ordered', timeWithYear(booked.placedAt)],
      ['State', stateInWords(booked, 'Paid')],
      ['Total', formatPence(booked.total)],
      ['Paid so far', isPaidInPart(booked) ? formatPence(paidOfTotal(booked)) : ''],
      ...moneyBack(order?.reversals ?? []).map(({ what, amount }): [string, string] => [
        what,
        amount,
      ]),
    ]),
    photos: [],
    lists: [
      {
        title: 'What was ordered',
        lines: [
          ...items.toSorted(cakesFirst).map((item) => itemOnPaper(item, fulfilmentOn(item.day))),
          ...(order?.takenOff ?? []).map(({ item }) => itemOnPaper(item, 'Taken off')),
        ],
      },
      emailsOnPaper(emails),
      {
        title: 'What happened',
        lines: trail.map((event) =>
          `${timeWithYear(event.at)}: ${eventInWords(event, booked, 'owner')} ${byInWords(event, new Map())}`.trim(),
        ),
      },
    ],
  };
}

function itemOnPaper(item: OrderItem, state: string): string {
  const what = `${titleWithOptions(item)}, ${formatPence(item.price)}`;
  const message = item.message && `: “${item.message}”`;
  return `${what}, for ${whenInWords(item.day, item.time)} (${state.toLowerCase()})${message}`;
}

export async function requestOnPaper(
  { db }: Pick<Shop, 'db'>,
  request: CakeRequest,
): Promise<PaperSection> {
  const { id, number, photos, messages } = request;
  return {
    id: `request-${number}`,
    title: `Request ${number}`,
    facts: withoutEmpty([
      ['Name', request.name],
      ['Phone', request.phone],
      ['E-mail', request.email],
      ['Asked', timeWithYear(request.createdAt)],
      ['What for', wishInWords(request)],
      ['Day', dayInWords(request.day)],
      ['Ideas', request.ideas],
      ['Budget', request.budget],
    ]),
    photos: photos.map(({ position, ...size }) => ({
      ...size,
      request: number,
      position: String(position),
    })),
    lists: [
      {
        title: 'Messages',
        lines: messages.map(
          (message) =>
            `${timeWithYear(message.at)}, ${message.author === 'customer' ? 'the customer' : 'we'}: ${messageInWords(message)}`,
        ),
      },
      emailsOnPaper(await readEmails(db, id)),
    ],
  };
}

/** @returns no section for no place. */
export function waitingOnPaper(entries: Pick<Entry, 'items' | 'day' | 'email'>[]): PaperSection[] {
  const lines = entries.map(
    ({ items, day, email }) => `${itemsInWords(items)}, for ${dayInWords(day)}, ${email}`,
  );
  const lists = [{ title: 'Waits for', lines }];
  return lines.length === 0
    ? []
    : [{ id: 'waiting', title: 'Waiting lists', facts: [], photos: [], lists }];
}

function emailsOnPaper(emails: BookedEmail[]) {
  return {
    title: 'E-mails',
    lines: emails.map((email) => {
      const { what, state } = emailInWords(email);
      return `${what}: ${state}${email.words ? `. “${email.words}”` : ''}`;
    }),
  };
}

function withoutEmpty(facts: PaperSection['facts']): PaperSection['facts'] {
  return facts.filter(([, value]) => value !== '');
}
