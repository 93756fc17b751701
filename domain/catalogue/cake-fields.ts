import { dayInWords, monthName } from '#domain/calendar/days.ts';
import { formatPence } from '#domain/money.ts';
import type { CakeContent } from './cake-content.ts';
import { shortSize } from './sizes.ts';

/** A field of a cake whose changes are described by themselves. */
interface Field {
  /** `Price of 8 in` */
  label: string;
  /** Its value in words, which differ if the values do; empty if there is none. */
  text: string;
  /** The label of the size whose attribute it is. */
  size?: string;
}

/** In the order in which changes are listed. The attributes of sizes are `price 8`, `units Box of 6`. */
function fieldsOf(content: CakeContent): Map<string, Field> {
  const { contains = content.allergens, mayContain = [], ingredients = '', season } = content;
  const { leadDays, unavailableUntil, keeping = {} } = content;
  const period = season && `${dateInWords(season.from)} to ${dateInWords(season.to)}`;
  const fields: [name: string, label: string, text: string][] = [
    ['sizes', 'Sizes', content.sizes.map(shortSize).join(', ')],
    ['tiers', 'Tiers', String(content.tiers ?? '')],
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
    ['carry', 'How to carry it', keeping.carry ?? ''],
    ['keep', 'How to keep it', keeping.keep ?? ''],
    ['cut', 'How to cut it', keeping.cut ?? ''],
    ['keepsDays', 'Keeps', keeping.days === 0 ? 'for its day' : inDays(keeping.days)],
    ['leadDays', 'Days of notice', inDays(leadDays)],
    ['season', 'Season', period ?? ''],
    [
      'unavailableUntil',
      'Not available until',
      unavailableUntil ? dayInWords(unavailableUntil) : '',
    ],
    ['hidden', 'For sale', content.hidden ? 'no' : 'yes'],
    ['archived', 'Archived', content.archived ? 'yes' : 'no'],
  ];
  const ofSizes = content.sizes.flatMap(({ size, price, slices, units }): [string, Field][] => {
    const name = shortSize({ size });
    return [
      [`price ${size}`, { size, label: `Price of ${name}`, text: formatPence(price) }],
      [`slices ${size}`, { size, label: `Slices of ${name}`, text: slices ?? '' }],
      [`units ${size}`, { size, label: `Points of ${name}`, text: String(units ?? '') }],
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
