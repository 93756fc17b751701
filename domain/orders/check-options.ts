import type { Day } from '#domain/calendar/day.ts';
import type { Cake, OptionChoice, OptionGroup } from '#domain/catalogue/catalogue.ts';
import { isSoldOut, orderedOption } from '#domain/catalogue/options.ts';
import type { OptionChange } from './difference.ts';
import type { OrderedOption } from './order.ts';
import type { RequestedOption } from './order-request.ts';
import { countGraphemes, pipedPart } from './plain-text.ts';

interface OptionsCheck {
  /** What can be ordered of them, in the order of the cake's; of a required group the first choice, if nothing else. */
  options: OrderedOption[];
  /** Empty if that is what was chosen. */
  changes: OptionChange[];
  /** A group of which one must be chosen has none that can be ordered for the day. */
  isImpossible: boolean;
}

/**
 * Checks the chosen options of a cake by its option groups as they are now.
 * @param symbols what the cafe pipes; undefined for staff, who decide themselves.
 */
export function checkOptions(
  { options: groups = [] }: Pick<Cake, 'options'>,
  chosen: readonly RequestedOption[],
  { day, symbols }: { day: Day; symbols: string | undefined },
): OptionsCheck {
  const changes: OptionChange[] = chosen
    .filter(({ group, choice }) =>
      groups.every(
        ({ id, choices }) => id !== group || choices.every((each) => each.id !== choice),
      ),
    )
    .map(({ group, choice }) => ({ group, choice, why: 'gone' }));
  const options = groups.flatMap((group) => {
    const ofGroup = chosen.filter((option) => option.group === group.id);
    const checked = group.choices.flatMap((choice) => {
      const requested = ofGroup.find((option) => option.choice === choice.id);
      return requested ? checkOption(group, choice, requested, { day, symbols }) : [];
    });
    changes.push(...checked.flatMap(({ change }) => change ?? []));
    const kept = checked.flatMap(({ option }) => option ?? []);
    const most = mostOf(group);
    if (kept.length > most) changes.push({ group: group.id, why: 'too-many' });
    if (group.kind !== 'one' || kept.length > 0) return kept.slice(0, most);
    if (ofGroup.length === 0) changes.push({ group: group.id, why: 'missing' });
    const first = group.choices.find((choice) => !isSoldOut(choice, day));
    return first ? [orderedOption(group, first)] : [];
  });
  const isImpossible = groups.some(
    ({ id, kind }) => kind === 'one' && options.every(({ groupId }) => groupId !== id),
  );
  return { options, changes, isImpossible };
}

function mostOf(group: OptionGroup): number {
  return group.kind === 'several' ? group.most : 1;
}

function checkOption(
  group: OptionGroup,
  choice: OptionChoice,
  requested: RequestedOption,
  { day, symbols }: { day: Day; symbols: string | undefined },
): { option?: OrderedOption; change?: OptionChange } {
  const change = (why: OptionChange['why']) => ({ group: group.id, choice: choice.id, why });
  if (isSoldOut(choice, day)) {
    const { soldOutUntil: until } = choice;
    return { change: { ...change('sold-out'), ...(until && until > day && { until }) } };
  }
  const text =
    group.kind === 'text' ? writtenPart(requested.text, group.limit, symbols) : undefined;
  if (text === '') return { change: change('text') };
  const option = orderedOption(group, choice, text);
  if (text !== requested.text) return { option, change: change('text') };
  return choice.api === requested.api ? { option } : { option, change: change('price') };
}

/** What can be written of a text. Nothing of one that is too long: a part of a number is another number. */
function writtenPart(text: string | undefined, limit: number, symbols: string | undefined): string {
  if (text === undefined || countGraphemes(text) > limit) return '';
  return symbols === undefined ? text : pipedPart(text, symbols);
}
