import type { Ref } from 'react';
import { Allergens } from '#app/ui/allergens.tsx';
import { useCafe } from '#app/ui/cafe.ts';
import type { Day } from '#domain/calendar/day.ts';
import { type Declared, declaredTogether } from '#domain/catalogue/allergens.ts';
import type { Cake, Size } from '#domain/catalogue/catalogue.ts';
import { pricePerServing } from '#domain/catalogue/sizes.ts';
import { sumPence } from '#domain/money.ts';
import type { OrderedOption } from '#domain/orders/order.ts';
import { messageProblem, pipingProblem } from '#domain/orders/plain-text.ts';
import type { Pence } from '#domain/pence.ts';
import type { ShownChoice, ShownGroup, ShownOptions } from './shown-options.ts';

/** A cake with what is chosen of its options. */
export interface MadeCake {
  /** Each size has the price of the options too; it contains what they contain. */
  cake: Omit<Cake, keyof Declared> & Declared;
  /** What the options cost. */
  price: Pence;
  options: OrderedOption[];
  chosen: ShownChoice[];
  /** The form as it was typed. */
  form: URLSearchParams;
  shown: ShownOptions;
  Fields: typeof OptionFields;
  typedEarly: typeof typedEarly;
}

/**
 * @param typed as `typedIn` returns it; undefined before the visitor chooses.
 * @param edited those of the basket item that the visitor changes.
 */
export function makeCake(
  shown: ShownOptions,
  cake: Cake,
  typed: string | undefined,
  edited: OrderedOption[] | undefined,
): MadeCake {
  const kept = edited?.map(({ groupId, choiceId, text = choiceId }) => [groupId, text]);
  const form = new URLSearchParams(typed ?? kept ?? shown.atFirst);
  const chosen = shown.groups.flatMap(({ id, type, choices }) =>
    choices.flatMap((choice) => {
      const { option } = choice;
      if (type !== 'text') return form.getAll(id).includes(option.choiceId) ? choice : [];
      const text = form.get(id)?.trim();
      return text ? { ...choice, option: { ...option, text } } : [];
    }),
  );
  const options = chosen.map(({ option }) => option);
  const price = sumPence(options.map((option) => option.price));
  return {
    cake: {
      ...cake,
      ...declaredTogether([cake, ...chosen]),
      contains: undefined,
      sizes: cake.sizes.map((size) => ({ ...size, price: size.price + price })),
    },
    price,
    options,
    chosen,
    form,
    shown,
    Fields: OptionFields,
    typedEarly,
  };
}

interface OptionFieldsProps {
  made: MadeCake;
  order: {
    size: Pick<Size, 'id'> | undefined;
    day: Day | undefined;
    optionFields: Ref<HTMLFormElement>;
    choose: (changed: { options: string }) => void;
  };
}

function OptionFields({ made, order }: OptionFieldsProps) {
  const { cake, chosen, shown } = made;
  const size = cake.sizes.find(({ id }) => id === order.size?.id);
  return (
    // `method="dialog"`: Enter sends nothing.
    <form ref={order.optionFields} method="dialog">
      {shown.groups.map((group) => (
        <Group key={group.id} group={group} made={made} order={order} />
      ))}
      <p className="note" role="status">
        {size && pricePerServing(size)} <Allergens of={cake} />{' '}
        {chosen.every(({ isVegan }) => isVegan) && shown.vegan}
      </p>
    </form>
  );
}

interface GroupProps extends OptionFieldsProps {
  group: ShownGroup;
}

function Group({ group, made, order }: GroupProps) {
  const { id, title, type, least, most, choices } = group;
  const { piping } = useCafe();
  const chosen = made.chosen.filter(({ option }) => option.groupId === id);
  const typed = made.form.get(id) ?? '';
  const text = typed.trim();
  const isText = type === 'text';
  const problem =
    chosen.find((choice) => isOff(choice, order.day))?.soldOut ??
    (isText
      ? (messageProblem(text, most) ?? pipingProblem(text, piping))
      : (chosen.length < least || chosen.length > most) && group.problem);
  return (
    <fieldset className="tiles" data-wrong={problem || undefined}>
      <legend>{title}</legend>
      {choices.map((choice) => {
        const { choiceId } = choice.option;
        const isChosen = chosen.some(({ option }) => option.choiceId === choiceId);
        return (
          <label key={choiceId} className="option">
            <input
              type={type}
              name={id}
              value={isText ? typed : choiceId}
              checked={isChosen}
              disabled={!isChosen && isOff(choice, order.day)}
              onChange={({ target }) =>
                target.form && order.choose({ options: typedIn(target.form) })
              }
            />
            <span>
              {choice.option.name} <small className="quiet">{choice.facts}</small>
            </span>
          </label>
        );
      })}
      <p className="problem" role="status">
        {problem}
      </p>
    </fieldset>
  );
}

/** Of a visitor who has not chosen one: later than all that can be, and before that of a choice that is never sold. */
const NO_DAY = '9999';

function isOff({ from }: ShownChoice, day: string = NO_DAY): boolean {
  return day < from;
}

function typedIn(form: HTMLFormElement): string {
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  return String(new URLSearchParams(fields));
}

/** @returns what was chosen before the page's scripts ran; undefined if nothing was. */
function typedEarly(form: HTMLFormElement | null): string | undefined {
  const isTyped = (input: HTMLInputElement) =>
    input.checked !== input.defaultChecked || input.value !== input.defaultValue;
  return form && [...form.querySelectorAll('input')].some(isTyped) ? typedIn(form) : undefined;
}
