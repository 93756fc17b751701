import { timeWithYear } from '#app/owner/frame/london-time.ts';
import { emailInWords } from '#app/owner/orders/email-words.ts';
import { messageInWords, wishInWords } from '#app/owner/requests/words.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { readEmails } from '#server/orders/book-rows.ts';
import { type Reach, requestsOf } from '#server/requests/anonymise.ts';
import { findRequest } from '#server/requests/rows.ts';
import type { Shop } from '#server/shop.ts';

export type RequestOnPaper = Awaited<ReturnType<typeof requestsOnPaper>>[number];

/** All that the shop holds of what a customer has asked. */
export async function requestsOnPaper(shop: Shop, reach: Reach) {
  const found = await requestsOf(shop, reach);
  const papers = await Promise.all(found.map(({ id }) => requestOnPaper(shop, id)));
  return papers.filter((paper) => paper !== undefined);
}

async function requestOnPaper(shop: Shop, id: string) {
  const request = await findRequest(shop, { id });
  const emails = await readEmails(shop.db, id);
  if (!request) return undefined;
  const facts: [label: string, value: string][] = [
    ['Name', request.name],
    ['Phone', request.phone],
    ['E-mail', request.email],
    ['Asked', timeWithYear(request.createdAt)],
    ['What for', wishInWords(request)],
    ['Day', dayInWords(request.day)],
    ['Ideas', request.ideas],
    ['Budget', request.budget],
  ];
  return {
    number: request.number,
    facts: facts.filter(([, value]) => value !== ''),
    photos: request.photos,
    emails: emails.map((email) => ({ kind: email.kind, ...emailInWords(email) })),
    // Without the names of staff, who are other people.
    messages: request.messages.map((message) => ({
      number: message.number,
      head: `${timeWithYear(message.at)}, ${message.author === 'customer' ? 'the customer' : 'we'}`,
      words: messageInWords(message),
    })),
  };
}
