import type { Day } from '#domain/calendar/day.ts';
import { dayInWords, londonDay } from '#domain/calendar/days.ts';
import { icsFile } from '#domain/calendar/ics.ts';
import { timeInWords, timeOf, whenInWords } from '#domain/calendar/times.ts';
import { isBox } from '#domain/catalogue/sizes.ts';
import {
  addedItems,
  dayOfKind,
  movedDays,
  readyHours,
  refundOf,
  takenItems,
} from '#domain/emails/email-kinds.ts';
import { formatPence } from '#domain/money.ts';
import { cancelledEvent } from '#domain/orders/collection-event.ts';
import { heldInWords } from '#domain/orders/deposit-words.ts';
import { additionInWords, groupInWords, groupItems } from '#domain/orders/items-in-words.ts';
import {
  collectionDays,
  dueNow,
  isFunded,
  isPaidInPart,
  isQuote,
  isQuoteOver,
  isToPay,
  leftToPay,
  type Order,
  type OrderItem,
  toGiveBack,
  wasBooked,
} from '#domain/orders/order.ts';
import { dayOfSubject } from '#domain/orders/order-text.ts';
import { isGivenAtCounter, refundedAmount } from '#domain/orders/reversal.ts';
import { clockTime } from '#domain/words/hours.ts';
import {
  calendarOf,
  collectionSections,
  collectorSections,
  contractSections,
  daySections,
  depositLines,
  eventsOf,
  itemSections,
  keepingSections,
  paidUntilNow,
  questions,
  refundedLines,
  restLines,
  shortDays,
  unpaidLines,
  wholeOrder,
} from './customer-sections.ts';
import {
  type CustomerEmail,
  email,
  type Link,
  type Section,
  type Sender,
  type Writing,
} from './email-frame.ts';

/**
 * The confirmation on a durable medium that the Consumer Contracts Regulations 2013 require (regulation
 * 16), with the allergens again (Food Standards Agency, distance selling).
 */
export function confirmationEmail(writing: Writing): CustomerEmail {
  const { order, now } = writing;
  // A bank can take days to pay.
  const isOver = collectionDays(order.items).every((day) => day < londonDay(now));
  const what = isPaidInPart(order) ? 'deposit' : 'payment';
  return email(writing, {
    subject: `Your order ${order.number} for ${shortDays(order)}`,
    title: 'Thank you',
    opening: isOver
      ? `We have your order and your ${what}, but its day has passed. Please ring us about it.`
      : `We have your order and your ${what}, and we look forward to seeing you.`,
    sections: [
      ...daySections(order),
      ...(order.note ? [{ title: 'Your note', lines: [order.note] }] : []),
      isPaidInPart(order)
        ? { title: 'To pay', lines: [...restLines(order), ...refundedLines(order)] }
        : { lines: [`Paid: ${formatPence(order.paid)}`, ...refundedLines(order)] },
      ...contractSections(writing),
    ],
    calendar: isOver ? undefined : calendarOf(writing),
    pay: linkToPay(writing, 'the rest, '),
  });
}

/** @returns undefined if there is nothing to pay with it. */
function linkToPay({ order, payUrl }: Writing, what = ''): Link | undefined {
  if (!payUrl || !isToPay(order)) return undefined;
  return { words: `Pay ${what}${formatPence(dueNow(order))}${what && ','} by card`, url: payUrl };
}

/** After an order on the phone that is not paid yet. */
export function phoneOrderEmail(writing: Writing): CustomerEmail | undefined {
  const { order, payUrl } = writing;
  if (!payUrl) return undefined;
  const due = formatPence(dueNow(order));
  return email(writing, {
    subject: `Your order ${order.number} for ${shortDays(order)}`,
    title: 'Thank you for your call',
    opening:
      'This is what you ordered. Please check that it is right, above all the message and the day.',
    sections: [
      ...daySections(order),
      {
        title: 'To pay',
        lines: order.deposit === null ? [`${due}, ${BY_LINK}`] : depositLines(order),
      },
      ...contractSections(writing),
    ],
    calendar: calendarOf(writing),
    link: {
      words: `Pay ${order.deposit === null ? '' : 'the deposit of '}${due} by card`,
      url: payUrl,
    },
  });
}

/** A quote, which the link accepts: what is quoted, on which terms, and until when. */
export function quoteEmail(writing: Writing): CustomerEmail | undefined {
  const { order, payUrl } = writing;
  if (!order.quote || !payUrl) return undefined;
  const { validUntil, message } = order.quote;
  const isWhole = order.deposit === null;
  return email(writing, {
    subject: `Our quote for ${shortDays(order)}: ${formatPence(order.total)}`,
    title: 'Our quote',
    opening:
      message || 'This is what we would make for you. Please read it, above all the allergens.',
    sections: [
      ...daySections(order),
      {
        title: 'To accept it',
        lines: [
          `Total: ${formatPence(order.total)}`,
          `${isWhole ? 'Pay it' : 'Pay the deposit'} by ${dayInWords(validUntil)}, and it is ordered.`,
          heldInWords(order.quote),
          ...(isWhole
            ? [`${formatPence(dueNow(order))}, by card with the link in this e-mail.`]
            : depositLines(order)),
        ],
      },
      ...contractSections(writing),
    ],
    link: linkToQuote(payUrl),
  });
}

function linkToQuote(url: string): Link {
  return { words: 'See the quote, and accept it', url };
}

const BY_LINK = 'by card with the link in this e-mail, or when you collect.';

/** After the customer's bank has refused, days later, what the customer confirmed on the card page. */
export function bankRefusedEmail(writing: Writing): CustomerEmail {
  const { order, sender, now, payUrl } = writing;
  const { number, state, quote, items } = order;
  const subject = (what: string) => `Not paid: ${what} for ${shortDays(order)}`;
  const title = 'Your bank did not pay';
  const opening = 'Your bank did not make your payment, and nothing was charged.';
  if (wasBooked(state)) {
    return email(writing, {
      subject: subject(`your order ${number}`),
      title,
      opening: `${opening} Your order stays as it is, and is still to pay.`,
      sections: [
        ...daySections(order),
        { title: 'To pay', lines: unpaidLines(order) },
        questions(sender),
      ],
      pay: linkToPay(writing),
    });
  }
  const canAccept = isQuote(state) && !isQuoteOver(order, londonDay(now)) && payUrl;
  const orderAgain = { words: 'Order again', url: `${sender.origin}/cakes` };
  return email(writing, {
    subject: subject(quote ? 'our quote' : `your order ${number}`),
    title,
    opening: `${opening} So nothing is ordered, and we do not make it. ${nextStep(quote, Boolean(canAccept))}`,
    sections: [whatItWas(items), questions(sender)],
    // The customer's page is of orders that are in the book.
    link: canAccept ? linkToQuote(canAccept) : quote ? null : orderAgain,
  });
}

/** Of what is not ordered, as the bank did not pay. */
function nextStep(quote: Order['quote'], canAccept: boolean): string {
  if (!quote) return 'If you would still like it, please order it again.';
  return canAccept
    ? `You can still accept it until ${dayInWords(quote.validUntil)}.`
    : 'If you would still like it, please ask us.';
}

/** After the customer's bank has refused, days later, to pay what the customer wanted to add. */
export function notAddedEmail(writing: Writing): CustomerEmail {
  return email(writing, {
    subject: `Not added to your order ${writing.order.number}`,
    title: 'Not added',
    opening:
      'Your bank did not pay for what you wanted to add to your order: nothing was charged for it, and it is not added. This is your order as it is now.',
    sections: wholeOrder(writing),
  });
}

/** With a link for the rest, some days before it is to be paid, and once more on the day before. */
export function restEmail(writing: Writing): CustomerEmail | undefined {
  const { order, sender } = writing;
  const pay = linkToPay(writing, 'the rest, ');
  if (!pay) return undefined;
  const rest = formatPence(leftToPay(order));
  const until = order.restBy ? ` by ${dayInWords(order.restBy, 'short')}` : '';
  return email(writing, {
    subject: `The rest of your order ${order.number}: ${rest}${until}`,
    title: 'The rest of your order',
    opening: `Thank you for your deposit. Please pay the rest${until}, so that we can begin to make your order.`,
    sections: [
      ...daySections(order),
      { title: 'To pay', lines: [paidUntilNow(order), `The rest: ${rest}`] },
      questions(sender),
    ],
    pay,
  });
}

/** On the day before the collection. */
export function reminderEmail(writing: Writing): CustomerEmail | undefined {
  const { order, cakes, kind, sender } = writing;
  const day = dayOfKind('reminder', kind);
  if (day === undefined) return undefined;
  return email(writing, {
    subject: `See you on ${dayInWords(day, 'short')}: your order ${order.number}`,
    title: `See you on ${dayInWords(day).split(' ')[0]}`,
    opening: `Your order is for ${whenInWords(day, timeOf(order.items, day))}. We look forward to seeing you.`,
    sections: [...partOfDay(order, sender, day), ...keepingSections(order, cakes, [day])],
    calendar: calendarOf(writing, [day]),
  });
}

/** On the day of the collection, while the cafe is open. */
export function readyEmail(writing: Writing): CustomerEmail | undefined {
  const { order, kind, sender } = writing;
  const day = dayOfKind('ready', kind);
  if (day === undefined) return undefined;
  const time = timeOf(order.items, day);
  const { closes } = readyHours(day, time, sender.openingHours);
  const until = closes ? ` until ${clockTime(closes)}` : '';
  const what = whatItIs(order.items.filter((item) => item.day === day));
  return email(writing, {
    subject: `Your ${what} is ready${until}: order ${order.number}`,
    title: `Your ${what} is ready`,
    opening: [
      `You can collect it today${until}.`,
      ...(time ? [`You chose ${timeInWords(time)}.`] : []),
    ].join(' '),
    sections: partOfDay(order, sender, day),
  });
}

/** What is collected on a day. */
function partOfDay(order: Order, sender: Sender, day: Day): Section[] {
  return [
    ...itemSections(order, day),
    ...(isFunded(order.state) ? [] : [{ lines: unpaidLines(order) }]),
    ...collectorSections(order),
    ...collectionSections(sender, [day]),
  ];
}

/** In the morning after it was collected: where the cafe collects reviews. */
export function reviewEmail(writing: Writing): CustomerEmail {
  const { order, sender } = writing;
  const what = whatItIs(order.items);
  return email(writing, {
    subject: `How was your ${what}? Order ${order.number}`,
    title: `How was your ${what}?`,
    opening:
      'Thank you for coming to us. If you have a minute, please tell others what you think of it: for a small cafe nothing helps more. We ask only this once.',
    sections: [
      {
        title: 'Was something not right?',
        lines: [`Please tell us too: reply to this e-mail, or ring us on ${sender.phone}.`],
      },
    ],
    link: sender.reviews ? { words: 'Write a review', url: sender.reviews } : null,
  });
}

/** One cake is a cake; several, and pastries, are an order. */
function whatItIs(items: OrderItem[]): 'cake' | 'order' {
  const [only, ...others] = items.filter(({ isAddOn }) => !isAddOn);
  return only && others.length === 0 && !isBox(only) ? 'cake' : 'order';
}

/** After the cafe has moved what is collected on a day. */
export function movedEmail(writing: Writing): CustomerEmail | undefined {
  const { order, kind, sender } = writing;
  const days = movedDays(kind);
  if (!days) return undefined;
  const { from, to } = days;
  // Another time of the same day.
  const isRetimed = from === to;
  const isPart = !isRetimed && collectionDays(order.items).includes(from);
  const then = whenInWords(to, timeOf(order.items, to));
  const what = isPart
    ? `Some of your order is now for ${then}. The rest is still for ${dayInWords(from)}.`
    : `Your order for ${dayInWords(from)} is now for ${isRetimed ? timeOrDay(order, to) : then}.`;
  const news = isRetimed ? 'time' : 'day';
  return email(writing, {
    subject: `Your order ${order.number} has a new ${news}: ${dayOfSubject(order, to)}`,
    title: `A new ${news}`,
    opening: `${what} If the new ${news} does not suit you, please tell us.`,
    sections: [
      ...itemSections(order, to),
      ...(isPart ? itemSections(order, from) : []),
      ...collectionSections(sender, isPart ? [to, from] : [to]),
    ],
    calendar: calendarOf(writing, [to]),
  });
}

/** Since it was moved, it may have lost its time. */
function timeOrDay({ items }: Order, day: Day): string {
  const time = timeOf(items, day);
  return time ? timeInWords(time) : 'any time that day';
}

/** After the cafe has cancelled the order. The calendar entries that it was given disappear. */
export function cancelledEmail(writing: Writing): CustomerEmail {
  const { order, sender, now } = writing;
  const { number, items, paid, reversals } = order;
  const isByBank = reversals.some((each) => each.kind === 'refund' && !isGivenAtCounter(each));
  const days = collectionDays(items);
  return email(writing, {
    subject: `Your order ${number} is cancelled`,
    title: 'Cancelled',
    opening: `We have cancelled your order. There is nothing to collect on ${days.map((day) => dayInWords(day)).join(' and ')}.`,
    sections: [
      whatItWas(items),
      {
        lines: [
          ...(paid > 0 ? [`You paid: ${formatPence(paid)}`] : []),
          ...refundedLines(order).map((line) => (isByBank ? `${line}. ${BANK_DAYS}` : line)),
        ],
      },
      questions(sender),
    ],
    calendar: icsFile(eventsOf(order, sender).map(cancelledEvent), now),
  });
}

/** Of what is not made. */
function whatItWas(items: OrderItem[]): Section {
  return {
    title: 'What it was',
    lines: groupItems(items).map(({ count, what }) => `${count} × ${what}`),
  };
}

/** After a message, or who collects, was changed. */
export function changedEmail(writing: Writing): CustomerEmail {
  return email(writing, {
    subject: `Your order ${writing.order.number} has changed`,
    title: 'Your order has changed',
    opening: AS_IT_IS,
    sections: wholeOrder(writing),
    calendar: calendarOf(writing),
  });
}

const AS_IT_IS = 'This is your order as it is now. If something is not right, please tell us.';

/** After the customer or the cafe has added something. */
export function addedEmail(writing: Writing): CustomerEmail {
  const { order, kind } = writing;
  const { added, withOptions } = addedItems(order.items, kind);
  const what = additionInWords(added, withOptions);
  return email(writing, {
    subject: `Added to your order ${order.number}: ${what}`,
    title: 'Added to your order',
    opening: `We have added: ${what}. ${AS_IT_IS}`,
    sections: wholeOrder(writing, { lines: moneyLines(order) }),
    calendar: calendarOf(writing),
    pay: linkToPay(writing),
  });
}

function moneyLines(order: Order): string[] {
  return isFunded(order.state)
    ? [`Paid: ${formatPence(order.paid)}`, ...refundedLines(order)]
    : unpaidLines(order);
}

/** After the cafe has taken something off. */
export function takenOffEmail(writing: Writing): CustomerEmail {
  const { order, kind, sender, now } = writing;
  const taken = takenItems(order.takenOff, kind);
  const what = groupItems(taken).map(groupInWords).join(', ');
  const left = eventsOf(order, sender);
  // Those of which nothing is left.
  const gone = eventsOf({ ...order, items: taken }, sender).filter(
    ({ uid }) => !left.some((event) => event.uid === uid),
  );
  const back = toGiveBack(order);
  return email(writing, {
    subject: `Taken off your order ${order.number}: ${what}`,
    title: 'Taken off your order',
    opening: `We have taken off: ${what}. ${AS_IT_IS}`,
    sections: wholeOrder(writing, {
      lines: [
        `Total: ${formatPence(order.total)}`,
        ...moneyLines(order),
        ...(back > 0 ? [`${formatPence(back)} comes back to you.`] : []),
      ],
    }),
    calendar: icsFile([...left, ...gone.map(cancelledEvent)], now),
    pay: linkToPay(writing),
  });
}

/** After a refund, also one that was made at Stripe. */
export function refundEmail(writing: Writing): CustomerEmail | undefined {
  const { order, kind, sender } = writing;
  const { number, paid, reversals } = order;
  const refund = reversals.find(({ id }) => id === refundOf(kind));
  if (!refund) return undefined;
  const all = refundedAmount(reversals);
  return email(writing, {
    subject: `${formatPence(refund.amount)} paid back for your order ${number}`,
    title: 'Paid back',
    opening: isGivenAtCounter(refund)
      ? `We have given ${formatPence(refund.amount)} back to you.`
      : `We have sent ${formatPence(refund.amount)} back the way you paid. ${BANK_DAYS}`,
    sections: [
      {
        lines: [
          `You paid: ${formatPence(paid)}`,
          ...(all > refund.amount ? [`Paid back in all: ${formatPence(all)}`] : []),
        ],
      },
      questions(sender),
    ],
  });
}

const BANK_DAYS = 'It can take a few days to appear in your account.';

/** What staff have written, in the shop's frame. */
export function writtenEmail(writing: Writing): CustomerEmail | undefined {
  const { order, kind, words, sender } = writing;
  if (!words) return undefined;
  const isMissed = kind.startsWith('missed');
  return email(writing, {
    subject: `${isMissed ? 'We missed you: your' : 'About your'} order ${order.number}`,
    title: isMissed ? 'We missed you' : 'About your order',
    opening: words,
    sections: [questions(sender)],
    // The customer's page is of orders that are in the book, or were.
    ...(!wasBooked(order.state) && { link: null }),
  });
}

/** That the cafe has the customer's request to cancel, or declines it. */
export function cancelAnswerEmail(writing: Writing): CustomerEmail {
  const { order, kind, sender } = writing;
  const { number } = order;
  return email(writing, {
    ...(kind.startsWith('cancel-requested')
      ? {
          subject: `We have your request to cancel order ${number}`,
          title: 'We have your request',
          opening:
            'You asked us to cancel this order. We will answer by e-mail. Until then it stays as it is.',
        }
      : {
          subject: `Your order ${number} stays as it is`,
          title: 'Your order stays as it is',
          opening: `You asked us to cancel this order. We are sorry, but we cannot cancel it. To talk about it, please ring us on ${sender.phone}.`,
        }),
    sections: wholeOrder(writing),
    calendar: calendarOf(writing),
  });
}
