import { addDays, londonDay } from '#domain/calendar/days.ts';
import { bringForward } from './bring-forward.ts';
import { type Attempted, postAsStaff, type Tried, tryUntilAnswered } from './forms.ts';
import { openDesk, type PhoneOrder, type QuoteNews, takeOrder, type Way } from './phone-orders.ts';
import type { Random } from './random.ts';
import type { World } from './world.ts';

const VALID_DAYS = 2;
/** Nobody pays a quote at the counter before it is in the book. */
const WAYS_TO_ACCEPT: Way[] = [
  'by card',
  'in two tabs',
  'by a bank that takes its time',
  'not at all',
];
/** What happens to a quote while its customer accepts it, or before. */
const ENDINGS = ['none', 'agreed', 'withdrawn', 'changed', 'lapsed'] as const;

/**
 * Makes a quote, which its customer accepts by paying while staff withdraw it, change it, or put it into the book, or its
 * last day is over.
 * @returns the quote, and the one that has replaced it.
 */
export async function acceptQuote(
  world: World,
  name: string,
  random: Random,
): Promise<PhoneOrder[]> {
  const made = await makeQuote(world, name, random);
  if (!made) return [];
  const quotes = [made];
  const { id, quote } = made;
  const desk = openDesk(world, made, random);
  const link = await desk.makeLink();
  if (link === undefined) return quotes;

  async function press(form: string): Promise<Attempted> {
    const path = `/owner/orders/${id}/quote/${form}`;
    const sent = (): Promise<Tried> =>
      postAsStaff(world, random, { path, fields: {} }, ({ said }) => {
        if (said.includes('Try again')) return 'again';
        if (said.includes('is in the book') || said.includes('has ended. Its link')) return 'done';
        return said === '' ? undefined : 'rejected';
      });
    return tryUntilAnswered(world, { what: `${form} the quote`, orderId: id, random }, sent);
  }

  async function change(): Promise<void> {
    const other = await makeQuote(world, `${name} again`, random, id);
    if (!other) return;
    quotes.push(other);
    quote.ended = other.taken;
    const next = openDesk(world, other, random);
    const newer = await next.makeLink();
    if (newer !== undefined) await next.payInParts(newer, WAYS_TO_ACCEPT);
  }

  async function lapse(): Promise<void> {
    const yesterday = addDays(londonDay(new Date().toISOString()), -1);
    quote.lapsed = await bringForward(
      world,
      { what: 'the last day of the quote is over', orderId: id },
      `update quotes set valid_until = '${yesterday}' where order_id = '${id}'`,
    );
  }

  async function end(how: (typeof ENDINGS)[number]): Promise<void> {
    switch (how) {
      case 'agreed':
        quote.agreed = await press('agree');
        return;
      case 'withdrawn':
        quote.ended = await press('end');
        return;
      case 'changed':
        return change();
      case 'lapsed':
        return lapse();
      case 'none':
    }
  }

  const accepts = () => desk.payInParts(link, WAYS_TO_ACCEPT);
  const ending = random.pick(ENDINGS);
  if (random.chance(0.3)) {
    await end(ending);
    await accepts();
  } else {
    await Promise.all([accepts(), end(ending)]);
  }
  return quotes;
}

interface MadeQuote extends PhoneOrder {
  quote: QuoteNews;
}

async function makeQuote(
  world: World,
  name: string,
  random: Random,
  replaces = '',
): Promise<MadeQuote | undefined> {
  const order = await takeOrder(world, name, random, {
    replaces,
    fields: {
      pay: 'quote',
      'valid-until': addDays(londonDay(new Date().toISOString()), VALID_DAYS),
      ...(random.chance(0.5) && { 'holds-day': 'yes' }),
      'quote-message': '',
    },
  });
  return order && { ...order, quote: {} };
}
