import { dayInWords, isDay, monthName } from '#domain/calendar/days.ts';
import { YearlyPeriod } from '#domain/calendar/rules.ts';
import { formatPence } from '#domain/money.ts';
import { CakeContent, type SizeContent } from './cake-content.ts';
import { shortSize } from './sizes.ts';

/**
 * A cake as fields that are changed, merged and described one by one. The attributes of a size are fields of
 * their own: `price 8`, `points Box of 6`.
 */
type Fields = Partial<Record<string, unknown>>;

const ATTRIBUTES = ['price', 'slices', 'points'] as const;
type Attribute = (typeof ATTRIBUTES)[number];

/** In the order in which changes are listed. */
const PLAIN_FIELDS = [
  'title',
  'slug',
  'desc',
  'category',
  'offMessage',
  'servingInfo',
  'mayContain',
  'ingredients',
  'leadDays',
  'season',
  'unavailableUntil',
  'hidden',
  'archived',
] as const;

function fieldsOf(content: CakeContent): Fields {
  const fields: Fields = {
    sizes: content.sizes.map(({ size }) => size),
    photos: [content.img, ...content.imgs],
    allergens: content.contains ?? content.allergens,
  };
  for (const name of PLAIN_FIELDS) fields[name] = content[name];
  for (const size of content.sizes) {
    for (const attribute of ATTRIBUTES) fields[`${attribute} ${size.size}`] = size[attribute];
  }
  return fields;
}

/** The names of the fields in which two contents differ. */
function changedFields(before: CakeContent, after: CakeContent): string[] {
  const [one, other] = [fieldsOf(before), fieldsOf(after)];
  return Object.keys({ ...one, ...other }).filter((name) => !isEqual(one[name], other[name]));
}

export interface Merged {
  content: CakeContent;
  /** Fields that both changed, to different values: `content` has those of `mine`. */
  conflicts: string[];
}

/** Merges two changes of the same content. */
export function mergeContents(base: CakeContent, theirs: CakeContent, mine: CakeContent): Merged {
  const [was, other, own] = [base, theirs, mine].map(fieldsOf);
  const isMine = (name: string) => !isEqual(was?.[name], own?.[name]);
  const isTheirs = (name: string) => !isEqual(was?.[name], other?.[name]);
  const names = Object.keys({ ...was, ...other, ...own });
  const conflicts = names.filter(
    (name) => isMine(name) && isTheirs(name) && !isEqual(own?.[name], other?.[name]),
  );
  const from = (name: string) => (isMine(name) ? mine : theirs);

  // A size that one has removed and the other has changed: then its removal is what they disagree about.
  const ofListed = from('sizes').sizes.flatMap(({ size }) =>
    ATTRIBUTES.map((attribute) => `${attribute} ${size}`),
  );
  const isAttribute = (name: string) => ATTRIBUTES.some((each) => name.startsWith(`${each} `));
  const ofRemoved = conflicts.filter((name) => isAttribute(name) && !ofListed.includes(name));
  const [sizesFrom, both] =
    ofRemoved.length === 0
      ? [from('sizes'), conflicts]
      : [mine, [...new Set([...conflicts.filter((name) => !ofRemoved.includes(name)), 'sizes'])]];

  const photos = from('photos');
  const allergens = from('allergens');
  const content: CakeContent = {
    ...mine,
    ...Object.fromEntries(PLAIN_FIELDS.map((name) => [name, from(name)[name]])),
    img: photos.img,
    imgs: photos.imgs,
    allergens: allergens.allergens,
    contains: allergens.contains,
    sizes: sizesFrom.sizes.map((listed) => mergeSize(listed, from)),
  };
  return { content: CakeContent.parse(content), conflicts: both };
}

function mergeSize(listed: SizeContent, from: (name: string) => CakeContent): SizeContent {
  const attribute = (name: Attribute) =>
    from(`${name} ${listed.size}`).sizes.find(({ size }) => size === listed.size) ?? listed;
  return {
    ...listed,
    price: attribute('price').price,
    slices: attribute('slices').slices,
    points: attribute('points').points,
  };
}

/** JSON leaves out what is undefined, as stored contents do. */
function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

export interface FieldChange {
  field: string;
  /** `Price of 8 in` */
  label: string;
  before: string;
  after: string;
}

/** What has changed, for people. */
export function describeChanges(before: CakeContent, after: CakeContent): FieldChange[] {
  const [one, other] = [fieldsOf(before), fieldsOf(after)];
  const changed = changedFields(before, after);
  // A new size says its price; a removed one nothing more.
  const isKept = (name: string) => {
    const [, attribute = '', label = ''] = /^(price|slices|points) (.*)$/.exec(name) ?? [];
    if (attribute === '') return true;
    const has = ({ sizes }: CakeContent) => sizes.some(({ size }) => size === label);
    return has(after) && (has(before) || attribute === 'price');
  };
  return changed.filter(isKept).map((field) => ({
    field,
    label: labelOfField(field),
    before: valueInWords(field, one[field]),
    after: valueInWords(field, other[field]),
  }));
}

const LABELS: Record<string, string> = {
  title: 'Name',
  slug: 'Address',
  desc: 'Description',
  category: 'Categories',
  sizes: 'Sizes',
  photos: 'Pictures',
  allergens: 'Contains',
  mayContain: 'May contain',
  servingInfo: 'Serving info',
  ingredients: 'Ingredients',
  offMessage: 'Message on the cake',
  leadDays: 'Own lead time',
  season: 'Season',
  unavailableUntil: 'Not available until',
  hidden: 'For sale',
  archived: 'Archived',
};

function labelOfField(field: string): string {
  const [, attribute = '', size = ''] = /^(price|slices|points) (.*)$/.exec(field) ?? [];
  if (attribute === '') return LABELS[field] ?? field;
  const what = { price: 'Price', slices: 'Slices', points: 'Points' }[attribute];
  return `${what} of ${shortSize({ size })}`;
}

const NONE = 'none';

function valueInWords(field: string, value: unknown): string {
  if (value === undefined || value === null || value === '') return NONE;
  if (field === 'hidden' || field === 'offMessage') return value === true ? 'no' : 'yes';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field.startsWith('price ')) return formatPence(Number(value));
  if (field === 'leadDays') return value === 1 ? '1 day' : `${value} days`;
  if (Array.isArray(value)) {
    const words = field === 'sizes' ? value.map((size) => shortSize({ size })) : value;
    return words.length === 0 ? NONE : words.join(', ');
  }
  const season = YearlyPeriod.safeParse(value);
  if (season.success) return `${dateInWords(season.data.from)} to ${dateInWords(season.data.to)}`;
  const text = String(value);
  return field === 'unavailableUntil' && isDay(text) ? dayInWords(text) : text;
}

/** `12-05` → `5 December` */
function dateInWords(monthAndDay: string): string {
  const [month = 0, day = 0] = monthAndDay.split('-').map(Number);
  return `${day} ${monthName(month)}`;
}
