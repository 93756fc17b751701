/** What is typed into the form of an order on the phone, as text. */
export interface PhoneDraft {
  /** Of the order that it becomes. */
  id: string;
  items: DraftItem[];
  /** A day, or `other`. */
  day: string;
  otherDay: string;
  /** The day that is wanted although customers cannot choose it. May be empty. */
  sure: string;
  name: string;
  phone: string;
  email: string;
  pay: string;
  /** What the button said, in pence. Empty: nothing, because scripts are off. */
  total: string;
}

export interface DraftItem {
  /** Keeps a row's fields apart from others'. */
  key: string;
  cake: string;
  /** The id of a size and the price that is shown: `victoria-8~4800`. */
  size: string;
  message: string;
  /** The allergens that are shown. */
  seen: string[];
  /** What it may contain, as shown. */
  traces: string[];
}

export interface DraftState {
  draft: PhoneDraft;
  /** By the name of a field; `form` for the whole. */
  problems: Record<string, string>;
  /** A day that customers cannot choose, which the owner has to confirm. May be empty. */
  dayInQuestion: string;
  /** Id of the order that this form has already created; empty if none. */
  earlier: string;
}

export function withoutProblems(draft: PhoneDraft): DraftState {
  return { draft, problems: {}, dayInQuestion: '', earlier: '' };
}

/** How the customer pays. */
export const PAY_WORDS = {
  link: 'Pay link',
  counter: 'At the counter',
  already: 'Paid already',
};

export const MOST_ITEMS = 10;
const SEPARATOR = ' · ';

function emptyItem(key: string): DraftItem {
  return { key, cake: '', size: '', message: '', seen: [], traces: [] };
}

/** Adds an empty item. Its key differs from those of the others, which may come from an earlier page. */
export function addItem(items: DraftItem[]): DraftItem[] {
  const last = Math.max(...items.map(({ key }) => Number(key) || 0));
  return [...items, emptyItem(String(last + 1))];
}

/** For a hidden field. */
export function joinSeen(names: string[]): string {
  return names.join(SEPARATOR);
}

function splitSeen(text: string): string[] {
  return text.split(SEPARATOR).filter(Boolean);
}

export function readPhoneDraft(field: (name: string) => string): PhoneDraft {
  const count = Math.min(Math.max(1, Math.trunc(Number(field('count'))) || 1), MOST_ITEMS);
  return {
    id: field('id'),
    items: Array.from({ length: count }, (_, index) => ({
      key: field(`key-${index}`) || String(index),
      cake: field(`cake-${index}`),
      size: field(`size-${index}`),
      message: field(`message-${index}`),
      seen: splitSeen(field(`seen-${index}`)),
      traces: splitSeen(field(`traces-${index}`)),
    })),
    day: field('day'),
    otherDay: field('other-day'),
    sure: field('sure'),
    name: field('name'),
    phone: field('phone'),
    email: field('email'),
    pay: field('pay'),
    total: field('total'),
  };
}

/** Adds or removes a row, for those without scripts. */
export function changeOrderItems(draft: PhoneDraft, doing: string): PhoneDraft {
  const [what, at] = doing.split('-');
  if (what === 'add') return { ...draft, items: addItem(draft.items) };
  if (what !== 'remove' || draft.items.length === 1) return draft;
  return { ...draft, items: draft.items.filter((_, index) => String(index) !== at) };
}
