import { dayInWords } from '#domain/calendar/days.ts';
import { optionsInWords } from '#domain/catalogue/options.ts';
import type { OptionChange } from '#domain/orders/difference.ts';
import type { OrderedOption } from '#domain/orders/order.ts';

/** Of a basket, or of an order, whose price ids are not public. */
type Options = readonly Omit<OrderedOption, 'api'>[];

/** `Sponge: chocolate is sold out until Thu 3 Dec`. Leaves out other prices, which totals show. */
export function optionProblems(changes: readonly OptionChange[], chosen: Options): string[] {
  return changes.flatMap((change) => problemOf(change, chosen) ?? []);
}

/** `Sponge: chocolate is sold out until Thu 3 Dec, so it comes with Sponge: vanilla`. */
export function optionsInstead(
  changes: readonly OptionChange[],
  chosen: Options,
  now: Options,
): string[] {
  return changes.flatMap((change) => {
    const problem = problemOf(change, chosen);
    const instead = optionsInWords(now.filter(({ groupId }) => groupId === change.group));
    return problem ? `${problem}, so it comes ${instead ? `with ${instead}` : 'without'}` : [];
  });
}

function problemOf({ group, choice, why, until }: OptionChange, chosen: Options) {
  const ofGroup = chosen.filter(({ groupId }) => groupId === group);
  const one = ofGroup.filter(({ choiceId }) => choiceId === choice);
  const words = optionsInWords(choice ? one : ofGroup);
  switch (why) {
    case 'price':
      return undefined;
    case 'gone':
      return `${words} can no longer be chosen`;
    case 'sold-out':
      return `${words} is sold out${until ? ` until ${dayInWords(until, 'short')}` : ''}`;
    case 'text':
      return `We cannot write all of ${words}`;
    case 'too-many':
      return `${words} are more than can be chosen`;
    case 'missing':
      return 'There is a new choice to make';
  }
}
