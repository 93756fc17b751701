import { Choices, Field } from '#app/ui/kit/field.tsx';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import type { OptionChoice, OptionGroup } from '#domain/catalogue/catalogue.ts';
import { isSoldOut } from '#domain/catalogue/options.ts';
import { formatPence } from '#domain/money.ts';
import { OptionTiles } from './option-tiles.tsx';
import { optionField, writePriced } from './phone-draft.ts';

interface OptionFieldsProps {
  /** The id of the row of the cake. */
  row: string;
  group: OptionGroup;
  today: Day;
}

/** What is chosen of an option group while a customer is on the phone. */
export function OptionFields({ row, group, today }: OptionFieldsProps) {
  const { id, name, kind, choices } = group;
  const field = optionField(row, id);
  switch (kind) {
    case 'one': {
      const first = choices.find((choice) => !isSoldOut(choice, today));
      return (
        <OptionTiles
          legend={name}
          name={field}
          options={choices.map((choice) => ({
            value: writePriced(choice),
            words: choice.name,
            note: noteOf(choice, today),
          }))}
          preset={first && writePriced(first)}
        />
      );
    }
    case 'several':
      return (
        <Choices
          legend={name}
          hint={`At most ${group.most}. May be none.`}
          name={field}
          type="checkbox"
          options={choices.map((choice) => ({
            value: writePriced(choice),
            title: [choice.name, noteOf(choice, today)].filter(Boolean).join(', '),
          }))}
          chosen={[]}
        />
      );
    case 'text': {
      const [choice] = choices;
      const note = choice && noteOf(choice, today);
      return (
        <Field
          label={note ? `${name}, ${note}` : name}
          hint={`At most ${group.limit} characters. May be empty.`}
          name={field}
        />
      );
    }
  }
}

/** `+ £3.00, sold out until Fri 4 Dec`; empty for most. */
function noteOf({ price, soldOutUntil }: OptionChoice, today: Day): string {
  return [
    price > 0 && `+ ${formatPence(price)}`,
    soldOutUntil && today < soldOutUntil && `sold out until ${dayInWords(soldOutUntil, 'short')}`,
  ]
    .filter(Boolean)
    .join(', ');
}
