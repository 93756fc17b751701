import type { CustomerChange, OrderSummary } from '#domain/book/collection.ts';
import type { SheetCake } from '#domain/book/sheets.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { withPositions } from '#domain/orders/positions.ts';

// On the server, like the views of collections: nothing here is for the owner alone.

interface Changed
  extends Pick<OrderSummary, 'number' | 'name' | 'collector' | 'news' | 'requestsCancel'> {
  items: { position?: number | undefined; title: string; message: string }[];
  /** Of the items in the order; default: all. */
  positions?: number[];
}

export type NewsView = NonNullable<ReturnType<typeof newsView>>;

/** What the customer of an order wants or has changed, in words. @returns undefined if there is nothing to say. */
export function newsView(order: Changed) {
  const { number, news, requestsCancel } = order;
  if (!news && !requestsCancel) return undefined;
  return {
    number,
    /** `Message: “Happy 8th”; it was “Happy 7th”`. None if staff have seen all changes. */
    changes: news?.changes.map((change) => changeInWords(change, order)) ?? [],
    /** The event up to which they are marked as seen. */
    event: news?.event,
    requestsCancel,
  };
}

function changeInWords(
  change: CustomerChange,
  {
    name,
    collector,
    items,
    positions = withPositions(items).map((each) => each.position),
  }: Changed,
): string {
  if (change.what === 'day') return `Day: it was ${dayInWords(change.before, 'short')}`;
  if (change.what === 'collector') {
    return `Who collects it: ${collector || name}; it was ${change.before || name}`;
  }
  if (change.what === 'added') {
    const added = change.positions.flatMap((position) => {
      const title = items[positions.indexOf(position)]?.title;
      if (title === undefined) return [];
      return change.optionsOf.includes(position) ? `new options for ${title}` : title;
    });
    return `Added: ${[...new Set(added)].join(', ') || 'something for another day'}`;
  }
  const before = change.before === '' ? 'there was none' : `it was “${change.before}”`;
  const item = items[positions.indexOf(change.positions[0])];
  // It is for another day.
  if (!item) return `Message on another cake: ${before}`;
  const what = items.length > 1 ? `Message on ${item.title}` : 'Message';
  return `${what}: ${item.message ? `“${item.message}”` : 'none'}; ${before}`;
}

/** For paper: `Bob collects it; changed by the customer: message, day`. Empty if there is nothing to say. */
export function newsOnPaper({
  collector,
  changes,
  requestsCancel,
}: Pick<SheetCake, 'collector' | 'changes' | 'requestsCancel'>) {
  const isCollectorNew = changes.some(({ what }) => what === 'collector');
  return [
    (collector || isCollectorNew) && `${collector || 'the customer'} collects it`,
    changes.length > 0 && `changed by the customer: ${namesOfChanges(changes)}`,
    requestsCancel && 'the customer asks to cancel',
  ]
    .filter(Boolean)
    .join('; ');
}

/** `message`, `day`, `who collects it`: each once. */
export function namesOfChanges(changes: CustomerChange[]): string {
  return [...new Set(changes.map(({ what }) => NAMES[what]))].join(', ');
}

const NAMES = {
  added: 'something added',
  message: 'message',
  day: 'day',
  collector: 'who collects it',
};
