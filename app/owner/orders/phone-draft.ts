// The form of an order on the phone. Each row of it, a cake or a free line, has an id, which its fields have in their names.

export const MOST_ITEMS = 10;

/** Chosen instead of a cake for a free line. No cake has this id. */
export const FREE_LINE = '+';

/** What a free line takes of its day if nobody says: an 8-inch cake. */
export const USUAL_UNITS = '2';

/** How the customer pays. */
export const PAY_WORDS = {
  link: 'By a link',
  counter: 'At the counter',
  already: 'Paid already',
};

/** As typed. */
export interface DraftItem {
  /** Of the row. */
  row: string;
  /** The id of a cake, or `FREE_LINE`. */
  cake: string;
  /** In pounds, instead of the price of the size. Of a free line, its price. */
  agreed: string;
  message: string;
  /** The message that is wanted although customers cannot order it. May be empty. */
  piped: string;
  catalogue: {
    /** The id of a size and the price that is shown: `victoria-8~4800`. */
    size: string;
    /** As shown, and read out. */
    allergens: string[];
    mayContain: string[];
  };
  free: {
    title: string;
    units: string;
    contains: string[];
    containsNone: boolean;
    mayContain: string[];
    isNoFood: boolean;
  };
}

/** @param values of the form, by name. */
export function readItems(values: Record<string, string[]>): DraftItem[] {
  const { row: rows = [] } = values;
  return rows.slice(0, MOST_ITEMS).map((row) => {
    const all = (name: string) => values[`${name}-${row}`] ?? [];
    const field = (name: string) => all(name)[0] ?? '';
    const isNoFood = field('no-food') !== '';
    return {
      row,
      cake: field('cake'),
      agreed: field('agreed').trim(),
      message: field('message'),
      piped: field('piped'),
      catalogue: {
        size: field('size'),
        allergens: splitNames(field('allergens')),
        mayContain: splitNames(field('may-contain')),
      },
      free: {
        title: field('title'),
        units: field('units').trim() || (isNoFood ? '0' : USUAL_UNITS),
        contains: all('contains'),
        containsNone: field('contains-none') !== '',
        mayContain: all('traces'),
        isNoFood,
      },
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
