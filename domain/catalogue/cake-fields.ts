import { dayInWords, monthName } from '#domain/calendar/days.ts';
import { VAT_PERCENT, vatRateOf } from '#domain/ledger/vat.ts';
import { formatPence } from '#domain/money.ts';
import type { CakeContent, OptionGroupContent } from './cake-content.ts';
import { optionsInWords } from './options.ts';
import { shortSize } from './sizes.ts';

/** A field of a cake whose changes are described by themselves. */
interface Field {
  /** `Price of 8 in` */
  label: string;
  /** Its value in words, which differ if the values do; empty if there is none. */
  text: string;
  /** Of a size or a choice: its own changes are listed only if it is there afterwards, `kept` only if it was there too. */
  part?: 'there' | 'kept';
}

/** In the order in which changes are listed. The attributes of sizes are `price 8`, `units Box of 6`. */
function fieldsOf(content: CakeContent): Map<string, Field> {
  const { contains = content.allergens, mayContain = [], ingredients = '', season } = content;
  const { leadDays, unavailableUntil, keeping = {} } = content;
  const period = season && `${dateInWords(season.from)} to ${dateInWords(season.to)}`;
  const fields: [name: string, label: string, text: string][] = [
    ['sizes', 'Sizes', content.sizes.map(shortSize).join(', ')],
    ['options', 'Options', (content.options ?? []).map((group) => group.name).join(', ')],
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
    ['vat', 'VAT', `${vatRateOf(content)}%`],
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
      [`price ${size}`, { part: 'there', label: `Price of ${name}`, text: formatPence(price) }],
      [`slices ${size}`, { part: 'kept', label: `Slices of ${name}`, text: slices ?? '' }],
      [`units ${size}`, { part: 'kept', label: `Points of ${name}`, text: String(units ?? '') }],
    ];
  });
  return new Map([
    ...fields.map(([name, label, text]): [string, Field] => [name, { label, text }]),
    ...ofSizes,
    ...(content.options ?? []).flatMap(fieldsOfOption),
  ]);
}

/** A group, and each of its choices. */
function fieldsOfOption(group: OptionGroupContent): [string, Field][] {
  const { id, name, choices } = group;
  const names = choices.map((choice) => choice.name).join(', ');
  const inWords = {
    one: `one of ${names}`,
    several: `up to ${group.kind === 'several' && group.most} of ${names}`,
    text: `text of up to ${group.kind === 'text' && group.limit} letters`,
  };
  const ofChoices = choices.map((choice): [string, Field] => {
    const label =
      group.kind === 'text'
        ? `${name}: text`
        : optionsInWords([{ group: name, name: choice.name }]);
    return [`option ${id} ${choice.id}`, { part: 'there', label, text: choiceInWords(choice) }];
  });
  return [[`option ${id}`, { label: `Option ${name}`, text: inWords[group.kind] }], ...ofChoices];
}

function choiceInWords(choice: OptionGroupContent['choices'][number]): string {
  const { price, contains = [], mayContain = [], vegan, units = 0, vat, soldOutUntil } = choice;
  const words = [
    price > 0 ? `+${formatPence(price)}` : 'free',
    contains.length > 0 && `contains ${contains.join(', ')}`,
    mayContain.length > 0 && `may contain ${mayContain.join(', ')}`,
    vegan && 'suits vegans',
    units > 0 && `${units} ${units === 1 ? 'point' : 'points'}`,
    vat && `${VAT_PERCENT[vat]}% VAT`,
    soldOutUntil && `sold out until ${dayInWords(soldOutUntil)}`,
  ];
  return words.filter(Boolean).join('; ');
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
  return [...new Map([...was, ...is])].flatMap(([field, { label, part }]) => {
    const [one, other] = [was.get(field), is.get(field)];
    const isShown = part === undefined || (other && (one || part === 'there'));
    if (one?.text === other?.text || !isShown) return [];
    return { field, label, before: one?.text || 'none', after: other?.text || 'none' };
  });
}
