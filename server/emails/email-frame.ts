import type { Cake } from '#domain/catalogue/catalogue.ts';
import type { Instant } from '#domain/clock.ts';
import type { Merchant } from '#domain/merchant.ts';
import { isQuote, type Order } from '#domain/orders/order.ts';
import type { Email } from './mailer.ts';

/** The cafe, as an e-mail to one customer names it. */
export interface Sender extends Merchant {
  /** The customer's own link to the order. */
  link: string;
}

/** What an e-mail to a customer is written from. */
export interface Writing {
  order: Order;
  /** What it is of, as the catalogue has it now. */
  cakes: Cake[];
  kind: string;
  sender: Sender;
  now: Instant;
  /** What staff have written; null for an e-mail that the shop words. */
  words: string | null;
  /** A new pay link, if the kind has one; undefined for an order that cannot be paid with it. */
  payUrl?: string | undefined;
}

/** The part of an e-mail that depends on the order. */
export type CustomerEmail = Required<Pick<Email, 'subject' | 'text' | 'html'>> &
  Pick<Email, 'calendar'>;

export interface Section {
  title?: string;
  lines: string[];
}

interface Contents {
  subject: string;
  title: string;
  opening: string;
  sections: Section[];
  calendar?: string | undefined;
  /** Default: the page of the order. Null: none. */
  link?: Link | null;
  /** Above it: the page to pay the rest. */
  pay?: Link | undefined;
}

export interface Link {
  words: string;
  url: string;
  note?: string;
}

/** An e-mail about an order. */
export function email(
  { order, sender }: Writing,
  { opening, calendar, link = linkToOrder(order, sender), ...contents }: Contents,
): CustomerEmail {
  const { number, customer, state } = order;
  const numbered = isQuote(state) ? 'The number of this quote is' : 'Your order number is';
  const paragraphs = [`Dear ${customer.name},`, opening, `${numbered} ${number}.`];
  return {
    ...framed(sender.name, { ...contents, paragraphs, link }),
    ...(calendar && { calendar: { name: `collection-${number}.ics`, content: calendar } }),
  };
}

interface Framed extends Pick<Contents, 'subject' | 'title' | 'sections' | 'pay'> {
  paragraphs: string[];
  link: Link | null;
}

/** The same contents as text and as HTML. @param name the cafe's. */
export function framed(
  name: string,
  { subject, title, paragraphs, sections, pay, link }: Framed,
): Omit<CustomerEmail, 'calendar'> {
  const note = link?.note ? [link.note] : [];
  const text = [
    paragraphs.join('\n\n'),
    ...sections.map((section) =>
      [...(section.title ? [section.title.toUpperCase()] : []), ...section.lines].join('\n'),
    ),
    ...(pay ? [`${pay.words}: ${pay.url}`] : []),
    ...(link ? [[`${link.words}: ${link.url}`, ...note].join('\n')] : []),
    name,
  ].join('\n\n');
  const html = htmlPage(
    subject,
    title,
    [
      ...paragraphs.map((text) => htmlParagraph(...text.split('\n'))),
      ...sections.map(htmlSection),
      ...[pay, link].flatMap((each) => (each ? htmlButton(each) : [])),
      ...note.map((line) => htmlParagraph(line)),
      htmlParagraph(name),
    ].join('\n'),
  );
  return { subject, text, html };
}

function linkToOrder({ cancelledAt }: Order, { link }: Sender): Link {
  if (cancelledAt !== null) return { words: 'See your order', url: link };
  return {
    words: 'See or change your order',
    url: link,
    note: 'Please keep this link to yourself: anyone who has it can change the order.',
  };
}

function htmlButton({ words, url }: { words: string; url: string }): string {
  return `<p style="margin:32px 0"><a href="${escapeHtml(url)}" style="display:inline-block;padding:12px 24px;border-radius:24px;background:#a62f4f;color:#ffffff;text-decoration:none">${escapeHtml(words)}</a></p>`;
}

/** The frame of every e-mail. @param body HTML. */
export function htmlPage(subject: string, title: string, body: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#fbf4e6;color:#38221b;font:16px/1.5 Figtree,Helvetica,Arial,sans-serif">
<div style="max-width:560px;margin:0 auto;padding:32px 20px">
<h1 style="margin:0 0 16px;font:600 32px/1.2 Fraunces,Georgia,serif">${escapeHtml(title)}</h1>
${body}
</div></body></html>
`;
}

function htmlSection({ title, lines }: Section): string {
  const heading = title
    ? `<h2 style="margin:24px 0 4px;font:600 20px/1.3 Fraunces,Georgia,serif">${escapeHtml(title)}</h2>\n`
    : '';
  return heading + htmlParagraph(...lines);
}

export function htmlParagraph(...lines: string[]): string {
  return `<p style="margin:0 0 12px">${lines.map(escapeHtml).join('<br>')}</p>`;
}

/** For HTML text and quoted attributes. */
function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
