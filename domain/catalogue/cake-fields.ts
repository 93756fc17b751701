import { dayInWords, monthName } from '#domain/calendar/days.ts';
import { formatPence } from '#domain/money.ts';
import { CakeContent } from './cake-content.ts';
import { shortSize } from './sizes.ts';

/** A field of a cake that is changed, merged and described by itself. */
interface Field {
  /** `Price of 8 in` */
  label: string;
  /** Its value in words, which differ if the values do; empty if there is none. */
  text: string;
  /** The label of the size whose attribute it is. */
  size?: string;
}

const ATTRIBUTES = ['price', 'slices', 'points'] as const;

/** In the order in which changes are listed. The attributes of sizes are `price 8`, `points Box of 6`. */
function fieldsOf(content: CakeContent): Map<string, Field> {
  const { contains = content.allergens, mayContain = [], ingredients = '', season } = content;
  const { leadDays, unavailableUntil } = content;
  const period = season && `${dateInWords(season.from)} to ${dateInWords(season.to)}`;
  const fields: [name: string, label: string, text: string][] = [
    ['sizes', 'Sizes', content.sizes.map(shortSize).join(', ')],
    ['photos', 'Pictures', [content.img, ...content.imgs].join(', ')],
    ['allergens', 'Contains', contains.join(', ')],
    ['title', 'Name', content.title],
    ['slug', 'Address', content.slug],
    ['desc', 'Description', content.desc],
    ['category', 'Categories', content.category.join(', ')],
    ['offMessage', 'Message on the cake', content.offMessage ? 'no' : 'yes'],
    ['servingInfo', 'Serving info', content.servingInfo.join(', ')],
    ['mayContain', 'May contain', mayContain.join(', ')],
    ['ingredients', 'Ingredients', ingredients],
    ['leadDays', 'Own lead time', inDays(leadDays)],
    ['season', 'Season', period ?? ''],
    [
      'unavailableUntil',
      'Not available until',
      unavailableUntil ? dayInWords(unavailableUntil) : '',
    ],
    ['hidden', 'For sale', content.hidden ? 'no' : 'yes'],
    ['archived', 'Archived', content.archived ? 'yes' : 'no'],
  ];
  const ofSizes = content.sizes.flatMap(({ size, price, slices, points }): [string, Field][] => {
    const name = shortSize({ size });
    return [
      [`price ${size}`, { size, label: `Price of ${name}`, text: formatPence(price) }],
      [`slices ${size}`, { size, label: `Slices of ${name}`, text: slices ?? '' }],
      [`points ${size}`, { size, label: `Points of ${name}`, text: String(points ?? '') }],
    ];
  });
  return new Map([
    ...fields.map(([name, label, text]): [string, Field] => [name, { label, text }]),
    ...ofSizes,
  ]);
}

function inDays(days: number | undefined): string {
  if (days === undefined) return '';
  return days === 1 ? '1 day' : `${days} days`;
}

/** `12-05` → `5 December` */
function dateInWords(monthAndDay: string): string {
  const [month = 0, day = 0] = monthAndDay.split('-').map(Number);
  return `${day} ${monthName(month)}`;
}

export interface Merged {
  content: CakeContent;
  /** Fields that both changed, to different values: `content` has those of `mine`. */
  conflicts: string[];
}

/** Merges two changes of the same content. */
export function mergeContents(base: CakeContent, theirs: CakeContent, mine: CakeContent): Merged {
  const [was, other, own] = [fieldsOf(base), fieldsOf(theirs), fieldsOf(mine)];
  const isMine = (name: string) => was.get(name)?.text !== own.get(name)?.text;
  const from = (name: string) => (isMine(name) ? mine : theirs);
  const all = new Map([...was, ...other, ...own]);
  const conflicts = [...all.keys()].filter((name) => {
    const text = other.get(name)?.text;
    return isMine(name) && text !== was.get(name)?.text && text !== own.get(name)?.text;
  });

  // A size that one has removed and the other has changed: then its removal is what they disagree about.
  const listed = from('sizes').sizes.map(({ size }) => size);
  const isListed = (name: string) => {
    const { size } = all.get(name) ?? {};
    return size === undefined || listed.includes(size);
  };
  const hasRemoved = !conflicts.every(isListed);
  const photos = from('photos');
  const allergens = from('allergens');
  const content = CakeContent.parse({
    ...Object.fromEntries(
      Object.keys({ ...theirs, ...mine }).map((name) => [name, Reflect.get(from(name), name)]),
    ),
    img: photos.img,
    imgs: photos.imgs,
    allergens: allergens.allergens,
    contains: allergens.contains,
    sizes: (hasRemoved ? mine : from('sizes')).sizes.map((each) => {
      const merged = ATTRIBUTES.map((attribute) => {
        const { sizes } = from(`${attribute} ${each.size}`);
        return [attribute, (sizes.find(({ size }) => size === each.size) ?? each)[attribute]];
      });
      return { ...each, ...Object.fromEntries(merged) };
    }),
  });
  const kept = conflicts.filter(isListed);
  return { content, conflicts: hasRemoved ? [...new Set([...kept, 'sizes'])] : kept };
}

export interface FieldChange extends Pick<Field, 'label'> {
  field: string;
  before: string;
  after: string;
}

/** What has changed, for people. A new size says its price; a removed one nothing more. */
export function describeChanges(before: CakeContent, after: CakeContent): FieldChange[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Map([...was, ...is])].flatMap(([field, { label, size }]) => {
    const [one, other] = [was.get(field), is.get(field)];
    const isShown = size === undefined || (other && (one || field.startsWith('price ')));
    if (one?.text === other?.text || !isShown) return [];
    return { field, label, before: one?.text || 'none', after: other?.text || 'none' };
  });
}
