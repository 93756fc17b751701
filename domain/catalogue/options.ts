import type { Day } from '#domain/calendar/day.ts';
import type { OrderedOption } from '#domain/orders/order.ts';
import { addedBy, type Declared, declaredTogether } from './allergens.ts';
import type { Cake, OptionChoice, OptionGroup } from './catalogue.ts';

// Without schemas, because browsers use it (decision 010).

/** What a customer chooses, by ids. */
export interface ChosenOption {
  group: string;
  choice: string;
  /** Of a group of the kind `text`. */
  text?: string | undefined;
}

/** A chosen option in the words of the cafe and of the customer. */
export interface NamedOption {
  group: string;
  name: string;
  text?: string | undefined;
}

/** By which the payment provider knows the price of a choice. */
export function choiceKey(cakeId: string, group: string, choice: string): string {
  return `${cakeId}.${group}.${choice}`;
}

/** Whether a choice cannot be had for a day of collection: sold out, or its price is not at the payment provider yet. */
export function isSoldOut(
  { soldOutUntil, price, api }: Pick<OptionChoice, 'soldOutUntil' | 'price' | 'api'>,
  day: Day,
): boolean {
  return (soldOutUntil !== undefined && day < soldOutUntil) || (price > 0 && api === null);
}

/** What is chosen before the customer chooses: of each required group the first choice that is not sold out. */
export function chosenAtFirst({ options = [] }: Pick<Cake, 'options'>, day: Day): ChosenOption[] {
  return options.flatMap(({ id: group, kind, choices }) => {
    const first = kind === 'one' ? choices.find((choice) => !isSoldOut(choice, day)) : undefined;
    return first ? [{ group, choice: first.id }] : [];
  });
}

/** The choices that are chosen, in the order of the cake's; leaves out those that the cake does not have. */
export function choicesOf(
  { options = [] }: Pick<Cake, 'options'>,
  chosen: readonly ChosenOption[],
): { group: OptionGroup; choice: OptionChoice; text: string | undefined }[] {
  return options.flatMap((group) =>
    group.choices.flatMap((choice) => {
      const found = chosen.find((one) => one.group === group.id && one.choice === choice.id);
      return found ? [{ group, choice, text: found.text }] : [];
    }),
  );
}

/** A choice with its group, as baskets and orders copy it. */
export function orderedOption(
  group: Pick<OptionGroup, 'id' | 'name'>,
  { id: choiceId, name, price, api, contains, mayContain }: OptionChoice,
  text?: string,
): OrderedOption {
  return {
    groupId: group.id,
    choiceId,
    group: group.name,
    name,
    ...(text !== undefined && { text }),
    price,
    api,
    ...(contains && { contains }),
    ...(mayContain && { mayContain }),
  };
}

/** What a cake contains and may contain with what is chosen. */
export function declaredWith(
  cake: Declared & Pick<Cake, 'options'>,
  chosen: readonly ChosenOption[],
): ReturnType<typeof declaredTogether> {
  const added = choicesOf(cake, chosen).map(({ choice }) => addedBy(choice));
  return declaredTogether([cake, ...added]);
}

/** `Sponge: chocolate · Toppings: nuts, berries · Number topper: “7”`; of one without a name only its group. */
export function optionsInWords(options: readonly NamedOption[]): string {
  const groups = [...new Set(options.map(({ group }) => group))];
  return groups
    .map((group) => {
      const chosen = options.filter((option) => option.group === group);
      const words = chosen.map(({ name, text }) => (text === undefined ? name : `“${text}”`));
      return [group, words.filter(Boolean).join(', ')].filter(Boolean).join(': ');
    })
    .join(' · ');
}
