import * as z from 'zod';
import { typedPounds } from '#domain/money.ts';
import type { Pence } from '#domain/pence.ts';
import { readPounds } from '#domain/read-pounds.ts';
import { CakeContent, OptionGroupContent } from './cake-content.ts';
import {
  type DraftProblems,
  namesIn,
  number,
  readLine,
  readOptional,
  slugOf,
  TypedDay,
  TypedUnits,
} from './cake-draft.ts';
import { MAX_OPTION_TEXT, type PreciseAllergen } from './catalogue.ts';
import { isPence } from './catalogue-guards.ts';
import { CHOICE_ROW, type ChoiceDraft, choiceFields, type OptionDraft } from './option-fields.ts';

export const OptionKind = z.enum(['one', 'several', 'text']) satisfies z.ZodType<
  OptionGroupContent['kind']
>;

const MAX_CHOICES = 20;
const MAX_NAME = 40;
const NAME_MISSING = 'What is it called?';
const MAX_GROUPS = 8;
const TypedPrice = z
  .string()
  .transform(readPounds)
  .pipe(z.custom<Pence>(isPence, 'Write it as 3 or 3.50, or leave it empty.'));
/** Addresses of other screens. */
const RESERVED = ['new'];

export function readOptionDraft(values: Record<string, string[]>): OptionDraft {
  const all = (name: string) => values[name] ?? [];
  const [names, prices, units, days] = CHOICE_ROW.slice(1).map(all);
  return {
    name: all('name')[0] ?? '',
    most: all('most')[0] ?? '',
    limit: all('limit')[0] ?? '',
    choices: all('choice').map((key, row) => {
      const field = choiceFields(key);
      return {
        key,
        name: names?.[row] ?? '',
        price: prices?.[row] ?? '',
        units: units?.[row] ?? '',
        soldOutUntil: days?.[row] ?? '',
        contains: all(field.contains),
        isNone: all(field.none).length > 0,
        mayContain: all(field.mayContain),
        isVegan: all(field.vegan).length > 0,
        hasOwnVat: all(field.vat).length > 0,
      };
    }),
  };
}

/** Of a new group: there is something to choose. */
export function newOptionDraft(kind: OptionGroupContent['kind']): OptionDraft {
  const empty = { name: '', price: '', units: '', soldOutUntil: '' };
  const choice = {
    ...empty,
    contains: [],
    isNone: false,
    mayContain: [],
    isVegan: false,
    hasOwnVat: false,
  };
  const keys = kind === 'one' ? ['+0', '+1'] : ['+0'];
  return {
    name: '',
    most: kind === 'several' ? '1' : '',
    limit: kind === 'text' ? '2' : '',
    choices: keys.map((key) => ({ key, ...choice })),
  };
}

export function optionDraftOf(group: OptionGroupContent): OptionDraft {
  return {
    name: group.name,
    most: group.kind === 'several' ? String(group.most) : '',
    limit: group.kind === 'text' ? String(group.limit) : '',
    choices: group.choices.map((choice) => ({
      key: choice.id,
      name: choice.name,
      price: choice.price === 0 ? '' : typedPounds(choice.price),
      units: String(choice.units ?? ''),
      soldOutUntil: choice.soldOutUntil ?? '',
      contains: choice.contains ?? [],
      isNone: choice.contains === undefined,
      mayContain: choice.mayContain ?? [],
      isVegan: choice.vegan,
      hasOwnVat: choice.vat !== undefined,
    })),
  };
}

/** The draft of a group that another cake has. Whether it is sold out is that cake's. */
export function copiedDraft(group: OptionGroupContent): OptionDraft {
  const { choices, ...draft } = optionDraftOf(group);
  const copied = choices.map((choice, row) => ({ ...choice, key: `+${row}`, soldOutUntil: '' }));
  return { ...draft, choices: copied };
}

interface Known {
  kind: OptionGroupContent['kind'];
  /** All groups of the cake. */
  groups: OptionGroupContent[];
  /** The group before the change; undefined for a new one. */
  before: OptionGroupContent | undefined;
}

/**
 * Reads a draft. With problems, `group` is as much of it as can be shown.
 * @param known what the cake has.
 */
export function groupOfDraft(
  draft: OptionDraft,
  { kind, groups, before }: Known,
): { group: OptionGroupContent; problems: DraftProblems } {
  const problems: DraftProblems = {};
  const name = readLine(problems, 'name', draft.name, MAX_NAME, NAME_MISSING);
  const others = groups.filter((group) => group !== before);
  if (others.some((group) => isSameName(group.name, name))) {
    problems.name = 'This cake has an option of this name.';
  }
  if (others.length >= MAX_GROUPS) problems.name = `${MAX_GROUPS} options at most.`;
  const ids = new Set([...RESERVED, ...others.map(({ id }) => id)]);
  const limits = {
    ...(kind === 'several' && { most: readCount(problems, 'most', draft.most, MAX_CHOICES) }),
    ...(kind === 'text' && { limit: readCount(problems, 'limit', draft.limit, MAX_OPTION_TEXT) }),
  };
  const group = OptionGroupContent.parse({
    id: before?.id ?? newId(name, ids),
    name: name || 'Option',
    kind,
    ...limits,
    choices: readChoices(problems, draft, { kind, before }),
  });
  return { group, problems };
}

function readCount(problems: DraftProblems, field: string, typed: string, most: number): number {
  const Typed = number(z.int().min(1).max(most), `Write a number from 1 to ${most}.`);
  return readOptional(problems, field, Typed, typed.trim() || '0') ?? 1;
}

function readChoices(
  problems: DraftProblems,
  draft: OptionDraft,
  { kind, before }: Omit<Known, 'groups'>,
): OptionGroupContent['choices'] {
  const read: OptionGroupContent['choices'] = [];
  const rows = draft.choices.slice(0, kind === 'text' ? 1 : MAX_CHOICES);
  const stored = new Set(before?.choices.map(({ id }) => id));
  const taken = new Set(rows.flatMap(({ key }) => (stored.has(key) ? [key] : [])));
  const known = new Set<string>();
  for (const [row, choice] of rows.entries()) {
    const label = readLine(problems, `choiceName ${row}`, choice.name, MAX_NAME, NAME_MISSING);
    const isTwice = read.some((other) => isSameName(other.name, label));
    if (label && isTwice) problems[`choiceName ${row}`] = 'This choice is there already.';
    const id = stored.has(choice.key) ? choice.key : newId(label, taken);
    // A form that has been tampered with may send one twice.
    if (known.has(id)) continue;
    known.add(id);
    taken.add(id);
    read.push({ id, name: label || 'Choice', ...readFacts(problems, choice, row) });
  }
  if (draft.choices.length > MAX_CHOICES) problems.choices = `${MAX_CHOICES} choices at most.`;
  if (kind === 'one' && read.every(({ price }) => price > 0)) {
    // Otherwise nobody could have the cake at the price that lists say.
    problems.choices ??= 'Leave one choice free: what all cost belongs to the prices of the sizes.';
  }
  if (read.length > 0) return read;
  problems.choices = 'Add at least one choice.';
  return [{ id: 'choice', name: 'Choice', price: 0, vegan: false }];
}

/** What a choice costs, adds and takes, and until when it is sold out. */
function readFacts(problems: DraftProblems, choice: ChoiceDraft, row: number) {
  const typed = choice.price.trim().replace(/^\+/, '');
  const price = readOptional(problems, `choicePrice ${row}`, TypedPrice, typed) ?? 0;
  const units = readOptional(problems, `choiceUnits ${row}`, TypedUnits, choice.units);
  const day = readOptional(problems, `soldOutUntil ${row}`, TypedDay, choice.soldOutUntil);
  const contains = namesIn(choice.contains);
  const mayContain = namesIn(choice.mayContain).filter((each) => !contains.includes(each));
  const wrong = declarationProblem(choice, contains);
  if (wrong) problems[choiceFields(choice.key).contains] = wrong;
  return {
    price,
    ...(contains.length > 0 && { contains }),
    ...(mayContain.length > 0 && { mayContain }),
    vegan: choice.isVegan,
    ...(choice.hasOwnVat && { vat: 'standard' as const }),
    ...(units && { units }),
    ...(day && { soldOutUntil: day }),
  };
}

/** A cake with a group in the place of the one with its id, or as the last. */
export function withGroup(content: CakeContent, group: OptionGroupContent): CakeContent {
  const { options = [] } = content;
  const index = options.findIndex(({ id }) => id === group.id);
  const changed = index === -1 ? [...options, group] : options.with(index, group);
  return CakeContent.parse({ ...content, options: changed });
}

function declarationProblem(
  { isNone, isVegan }: ChoiceDraft,
  contains: PreciseAllergen[],
): string | undefined {
  if (isNone && contains.length > 0) return 'Untick “None of these”, or the allergens.';
  if (!isNone && contains.length === 0) return 'Tick what it adds, or “None of these”.';
  const [animal] = contains.filter((name) => NOT_VEGAN.has(name));
  return isVegan && animal ? `${animal} does not suit vegans: untick one of the two.` : undefined;
}

const NOT_VEGAN: ReadonlySet<PreciseAllergen> = new Set<PreciseAllergen>([
  'Eggs',
  'Dairy (milk)',
  'Crustaceans',
  'Fish',
  'Molluscs',
]);

function isSameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

/** The name as a slug, with a number if it is taken. */
function newId(name: string, taken: ReadonlySet<string>): string {
  const slug = slugOf(name);
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? slug : `${slug}-${number}`;
    if (!taken.has(id)) return id;
  }
}
