// The form of an order on the phone. Each row of it, a cake, has an id, which its fields have in their names.

export const MOST_ITEMS = 10;

/** How the customer pays. */
export const PAY_WORDS = {
  link: 'Pay link',
  counter: 'At the counter',
  already: 'Paid already',
};

interface DraftItem {
  /** Of the row. */
  row: string;
  cake: string;
  /** The id of a size and the price that is shown: `victoria-8~4800`. */
  size: string;
  message: string;
  /** As shown, and read out. */
  allergens: string[];
  mayContain: string[];
}

/** @param values of the form, by name. */
export function readItems(values: Record<string, string[]>): DraftItem[] {
  const { row: rows = [] } = values;
  return rows.slice(0, MOST_ITEMS).map((row) => {
    const field = (name: string) => values[`${name}-${row}`]?.[0] ?? '';
    return {
      row,
      cake: field('cake'),
      size: field('size'),
      message: field('message'),
      allergens: splitNames(field('allergens')),
      mayContain: splitNames(field('may-contain')),
    };
  });
}

const SEPARATOR = ' · ';

/** For a hidden field. */
export function joinNames(names: string[]): string {
  return names.join(SEPARATOR);
}

function splitNames(text: string): string[] {
  return text.split(SEPARATOR).filter(Boolean);
}

/** @returns the value of a choice of a size. */
export function writeSize({ id, price }: { id: string; price: number }): string {
  return `${id}~${price}`;
}

export function readSize(value: string): { id: string; price: number } {
  const [id = '', price] = value.split('~');
  return { id, price: Number(price ?? 0) };
}
