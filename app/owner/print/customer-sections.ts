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
import { withPositions } from '#domain/orders/positions.ts';
import type { CakeRequest } from '#domain/requests/request.ts';
import { type BookedEmail, type BookedOrder, readEmails } from '#server/orders/book-rows.ts';
import type { Entry } from '#server/orders/waiting-rows.ts';
import type { Shop } from '#server/shop.ts';

// On the server: what the paper of a customer says, in words. Without the names of staff, who are other people.

interface PaperSection {
  /** For its heading. */
  id: string;
  title: string;
  /** With a key where a label may repeat. */
  facts: [label: string, value: string, key?: string][];
  /** Of the request with this number. */
  photos: { request: string; position: string; width: number; height: number }[];
  lists: { title: string; lines: [key: string | number, words: string][] }[];
}

type Fact = PaperSection['facts'][number];
type Line = PaperSection['lists'][number]['lines'][number];

export function orderOnPaper(booked: BookedOrder): PaperSection {
  const { number, items, days, order, emails, trail, quote } = booked;
  const fulfilmentOn = (on: string) =>
    FULFILMENT_WORDS[days.find(({ day }) => day === on)?.fulfilment ?? 'to-make'];
  return {
    id: `order-${number}`,
    title: `Order ${number}`,
    facts: withoutEmpty([
      ...contactOf(booked),
      ['E-mail given at payment', order?.paymentEmail ?? ''],
      ['Collected by', booked.collector],
      ['Their note', booked.note],
      ['Our note', booked.staffNote],
      ['Our quote', quote?.message ?? ''],
      ['Ordered', timeWithYear(booked.placedAt)],
      ['State', stateInWords(booked, 'Paid')],
      ['Total', formatPence(booked.total)],
      ['Paid so far', isPaidInPart(booked) ? formatPence(paidOfTotal(booked)) : ''],
      ...moneyBack(order?.reversals ?? []).map(({ what, amount, id }): Fact => [what, amount, id]),
    ]),
    photos: [],
    lists: [
      {
        title: 'What was ordered',
        lines: [
          ...withPositions(items)
            .sort(cakesFirst)
            .map((item): Line => [item.position, itemOnPaper(item, fulfilmentOn(item.day))]),
          ...(order?.takenOff ?? []).map(
            ({ item, position }): Line => [position, itemOnPaper(item, 'Taken off')],
          ),
        ],
      },
      emailsOnPaper(emails),
      {
        title: 'What happened',
        lines: trail.map((event) => [
          event.id,
          `${timeWithYear(event.at)}: ${eventInWords(event, booked, 'owner')} ${byInWords(event, new Map())}`.trim(),
        ]),
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
      ...contactOf(request),
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
        lines: messages.map((message) => [
          message.number,
          `${timeWithYear(message.at)}, ${message.author === 'customer' ? 'the customer' : 'we'}: ${messageInWords(message)}`,
        ]),
      },
      emailsOnPaper(await readEmails(db, id)),
    ],
  };
}

/** @returns no section for no place. */
export function waitingOnPaper(
  entries: Pick<Entry, 'id' | 'items' | 'day' | 'email'>[],
): PaperSection[] {
  const lines = entries.map(
    ({ id, items, day, email }): Line => [
      id,
      `${itemsInWords(items)}, for ${dayInWords(day)}, ${email}`,
    ],
  );
  const lists = [{ title: 'Waits for', lines }];
  return lines.length === 0
    ? []
    : [{ id: 'waiting', title: 'Waiting lists', facts: [], photos: [], lists }];
}

function emailsOnPaper(emails: BookedEmail[]) {
  return {
    title: 'E-mails',
    lines: emails.map((email): Line => {
      const { what, state } = emailInWords(email);
      return [email.kind, `${what}: ${state}${email.words ? `. “${email.words}”` : ''}`];
    }),
  };
}

function contactOf({ name, phone, email }: { name: string; phone: string; email: string }): Fact[] {
  return [
    ['Name', name],
    ['Phone', phone],
    ['E-mail', email],
  ];
}

function withoutEmpty(facts: Fact[]): Fact[] {
  return facts.filter(([, value]) => value !== '');
}
