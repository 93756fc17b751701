import { rulesFor } from '#domain/calendar/cake-rules.ts';
import { rulesAt, whyClosed } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { addedLines, shownAllergens } from '#domain/catalogue/allergens.ts';
import type { Cake, OptionGroup } from '#domain/catalogue/catalogue.ts';
import { isSoldOut, optionsInWords, orderedOption } from '#domain/catalogue/options.ts';
import { sizeInWords, slicesInWords, titleInFull } from '#domain/catalogue/sizes.ts';
import { formatPence, sumPence } from '#domain/money.ts';
import type { AddedLine } from '#domain/orders/addition.ts';
import { recipeNow } from '#domain/orders/declared-now.ts';
import type { Order, OrderedOption } from '#domain/orders/order.ts';
import { MESSAGE_MAX, messageProblem, pipingProblem } from '#domain/orders/plain-text.ts';
import { itemAt, withPositions } from '#domain/orders/positions.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { currentWords } from '#server/content/texts.ts';
import type { AdditionRequest } from '#server/orders/check-addition.ts';
import type { CustomerOrder } from '#server/orders/customer-order.ts';
import { type Shop, todayAt } from '#server/shop.ts';

// On the server: the form with which a customer adds to an order, and what it sends.

/** Of one thing; more is another order. */
const MOST_OF_ONE = 9;

/** The names of the form's fields. */
const countField = (sizeId: string) => `count-${sizeId}`;
const ownField = (group: string) => `own-${group}`;
const moreField = (position: number, group: string) => `more-${position}-${group}`;

/** What a form sends. */
export type Values = Record<string, string[]>;

/** What the customer confirms. */
export interface Asked {
  /** As JSON. */
  request: string;
  lines: ReturnType<typeof lineView>[];
  amount: string;
}

/** What can be added to what is collected on a day. @param chosen the id of a cake. */
export async function additionForm(
  shop: Shop,
  order: CustomerOrder,
  day: Day,
  chosen: string | null,
) {
  const { catalogue, cakes } = await addable(shop, day);
  const cake = cakes.find(({ id }) => id === chosen);
  return {
    mostOfOne: MOST_OF_ONE,
    addOns: catalogue.addOns.flatMap((addOn) =>
      addOn.sizes
        .filter(({ api }) => api !== null)
        .map((size) => ({
          field: countField(size.id),
          title: addOn.title,
          img: addOn.img,
          words: [addOn.sizes.length > 1 && sizeInWords(size), formatPence(size.price)]
            .filter(Boolean)
            .join(' · '),
          declared: addOn,
        })),
    ),
    cakes: cakes.map(({ id, title }) => ({ id, title })),
    cake: cake && {
      id: cake.id,
      title: cake.title,
      declared: recipeNow(cake),
      takesMessage: !cake.offMessage,
      sizes: cake.sizes
        .filter(({ api }) => api !== null)
        .map((size) => ({
          id: size.id,
          words: [sizeInWords(size), slicesInWords(size), formatPence(size.price)]
            .filter(Boolean)
            .join(' · '),
        })),
      groups: (cake.options ?? []).map((group) => groupView(group, day, ownField(group.id))),
    },
    more: optionsToAdd(order, day, cakes).map(({ position, title, groups }) => ({
      position,
      title,
      groups: groups.map((group) => groupView(group, day, moreField(position, group.id))),
    })),
  };
}

/** The cakes that can still be made for the day. */
async function addable(shop: Shop, day: Day) {
  const [{ catalogue }, calendar] = await Promise.all([shop.content(), calendarRules(shop)]);
  const today = todayAt(shop);
  const rules = rulesAt(shop.clock.now(), calendar);
  return {
    catalogue,
    cakes: catalogue.cakes.filter(
      (cake) =>
        cake.sizes.some(({ api }) => api !== null) &&
        whyClosed(day, today, rulesFor(cake, rules, today)) === undefined,
    ),
  };
}

/** The options that the order's cakes do not have and can still get. */
function optionsToAdd(order: CustomerOrder, day: Day, cakes: Cake[]) {
  return withPositions(order.items).flatMap(({ position, ...item }) => {
    const cake = item.day === day ? cakes.find(({ id }) => id === item.cakeId) : undefined;
    const has = item.options ?? [];
    const groups = (cake?.options ?? []).flatMap((group) => {
      const ofGroup = has.filter(({ groupId }) => groupId === group.id);
      if (group.kind === 'one') return [];
      const most = (group.kind === 'several' ? group.most : 1) - ofGroup.length;
      const choices = group.choices.filter(
        (choice) =>
          !isSoldOut(choice, day) && !ofGroup.some(({ choiceId }) => choiceId === choice.id),
      );
      if (most < 1 || choices.length === 0) return [];
      return [group.kind === 'several' ? { ...group, most, choices } : { ...group, choices }];
    });
    return groups.length > 0 && cake ? [{ position, title: item.title, has, cake, groups }] : [];
  });
}

function groupView(group: OptionGroup, day: Day, field: string) {
  return {
    field,
    kind: group.kind,
    name: group.name,
    hint:
      group.kind === 'several'
        ? group.most === 1
          ? 'One, if you like'
          : `Up to ${group.most}, if you like`
        : group.kind === 'text'
          ? `Up to ${group.limit} characters`
          : '',
    choices: group.choices
      .filter((choice) => !isSoldOut(choice, day))
      .map(({ id, name, price, contains, mayContain }) => ({
        id,
        words: [
          name,
          price > 0 && `+${formatPence(price)}`,
          ...addedLines({ contains, mayContain }).map(({ word, names }) => `${word}: ${names}`),
        ]
          .filter(Boolean)
          .join(' · '),
      })),
  };
}

/** @param items of the order. */
export function lineView(line: AddedLine, items: Order['items']) {
  if ('item' in line) {
    const { item } = line;
    return {
      title: titleInFull(item),
      options: optionsInWords(item.options ?? []),
      message: item.message,
      price: formatPence(item.price),
      // Candles are not to eat.
      declared:
        item.isAddOn && item.allergens.length === 0
          ? undefined
          : { allergens: item.allergens, mayContain: item.mayContain },
    };
  }
  return {
    title: `For ${itemAt(items, line.position)?.title ?? 'your cake'}`,
    options: optionsInWords(line.options),
    message: '',
    price: formatPence(sumPence(line.options.map(({ price }) => price))),
    declared: { allergens: line.allergens, mayContain: line.mayContain },
  };
}

/** The first field that cannot be taken as it was filled in. @returns undefined if all can. */
export async function problemOfFields(
  shop: Shop,
  order: CustomerOrder,
  day: Day,
  values: Values,
): Promise<{ problem: string; field: string } | undefined> {
  const { catalogue, cakes } = await addable(shop, day);
  for (const { sizes } of catalogue.addOns) {
    const field = sizes.map(({ id }) => countField(id)).find((each) => !isCount(values[each]?.[0]));
    if (field === undefined) continue;
    return {
      field,
      problem: `Please type a number from 0 to ${MOST_OF_ONE}. For more, please ring us.`,
    };
  }
  const { piping } = await currentWords(shop);
  const own = cakes.find(({ id }) => id === values.cake?.[0])?.options ?? [];
  const more = optionsToAdd(order, day, cakes);
  const texts = [
    { field: 'message', limit: MESSAGE_MAX },
    ...textsOf(own, ownField),
    ...more.flatMap(({ position, groups }) => textsOf(groups, (id) => moreField(position, id))),
  ];
  for (const { field, limit } of texts) {
    const text = values[field]?.[0]?.trim() ?? '';
    const problem = messageProblem(text, limit) ?? pipingProblem(text, piping);
    if (problem) return { field, problem };
  }
  return undefined;
}

function textsOf(groups: readonly OptionGroup[], fieldOf: (group: string) => string) {
  return groups.flatMap((group) =>
    group.kind === 'text' ? { ...group, field: fieldOf(group.id) } : [],
  );
}

function isCount(typed = '0'): boolean {
  const count = Number(typed);
  return Number.isInteger(count) && count >= 0 && count <= MOST_OF_ONE;
}

/** What the form asks for, with the prices and the allergens of now, which the customer is shown before they confirm. */
export async function drawUp(
  shop: Shop,
  order: CustomerOrder,
  day: Day,
  values: Values,
): Promise<AdditionRequest> {
  const { catalogue, cakes } = await addable(shop, day);
  const addOns = catalogue.addOns.flatMap((addOn) =>
    addOn.sizes.flatMap(({ id }) => {
      const typed = values[countField(id)]?.[0];
      const count = isCount(typed) ? Number(typed ?? 0) : 0;
      return Array.from({ length: count }, () => requestedItem(addOn, id, [], ''));
    }),
  );
  const cake = cakes.find(({ id }) => id === values.cake?.[0]);
  const size = values.size?.[0];
  const own =
    cake && size
      ? [
          requestedItem(
            cake,
            size,
            chosenOf(cake.options ?? [], (group) => values[ownField(group)]),
            values.message?.[0]?.trim() ?? '',
          ),
        ]
      : [];
  const options = optionsToAdd(order, day, cakes).flatMap(
    ({ position, groups, has, cake: itsCake }) => {
      const chosen = chosenOf(groups, (group) => values[moreField(position, group)]);
      if (chosen.length === 0) return [];
      const now = [...has.map((option) => ({ ...option, api: null })), ...chosen];
      return { position, options: chosen.map(requested), ...declared(itsCake, now) };
    },
  );
  return { id: values.id?.[0] ?? '', day, items: [...addOns, ...own], options };
}

function requestedItem(cake: Cake, sizeId: string, options: OrderedOption[], message: string) {
  return {
    cakeId: cake.id,
    sizeId,
    api: cake.sizes.find(({ id }) => id === sizeId)?.api ?? 'none',
    ...(options.length > 0 && { options: options.map(requested) }),
    message,
    ...declared(cake, options),
  };
}

function declared(cake: Cake, options: OrderedOption[]) {
  const recipe = recipeNow(cake, options);
  return {
    allergens: [...shownAllergens(recipe)],
    ...(recipe.mayContain?.length && { mayContain: [...recipe.mayContain] }),
  };
}

function chosenOf(
  groups: readonly OptionGroup[],
  sent: (group: string) => string[] | undefined,
): OrderedOption[] {
  return groups.flatMap((group) => {
    const values = sent(group.id) ?? [];
    const [first] = group.choices;
    if (group.kind === 'text') {
      const text = values[0]?.trim() ?? '';
      return text !== '' && first ? [orderedOption(group, first, text)] : [];
    }
    return group.choices
      .filter(({ id }) => values.includes(id))
      .map((choice) => orderedOption(group, choice));
  });
}

function requested({ groupId, choiceId, text, api }: OrderedOption) {
  return { group: groupId, choice: choiceId, ...(text !== undefined && { text }), api };
}
