import { AllergenChoices } from '#app/owner/frame/allergen-choices.tsx';
import { Check, Field } from '#app/ui/kit/field.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { MESSAGE_MAX } from '#domain/orders/plain-text.ts';
import type { Route } from './+types/new-order';
import { EvenSo } from './even-so.tsx';
import { USUAL_UNITS } from './phone-draft.ts';

interface FreeLineFieldsProps {
  /** The id of its row. */
  row: string;
  free: Route.ComponentProps['loaderData']['free'];
}

/** What staff say of something that the catalogue does not have. */
export function FreeLineFields({ row, free }: FreeLineFieldsProps) {
  const { allergens, usual, hasLimits, vatRate } = free;
  return (
    <div className="stack">
      <Field
        label="What is it?"
        hint="With its size, as it should read on the bake sheet: Rocket cake, 10 in."
        name={`title-${row}`}
        autoCapitalize="sentences"
      />
      <div className={kit.pair}>
        <Field label="Price in pounds" name={`agreed-${row}`} inputMode="decimal" />
        {hasLimits && (
          <Field
            label="Points of the day"
            hint="An 8-inch cake is 2, a 10-inch 3, a topper 0."
            name={`units-${row}`}
            inputMode="numeric"
            defaultValue={USUAL_UNITS}
          />
        )}
      </div>
      <AllergenChoices
        names={{
          contains: `contains-${row}`,
          none: `contains-none-${row}`,
          mayContain: `traces-${row}`,
        }}
        allergens={allergens}
        usual={usual}
      />
      <Field
        label="Words on it"
        hint={`At most ${MESSAGE_MAX} characters. May be empty.`}
        name={`message-${row}`}
      />
      <EvenSo name={`piped-${row}`}>We pipe it all the same</EvenSo>
      <Check name={`no-food-${row}`} value="on">
        It is not to eat, such as a topper or a stand
        {vatRate !== undefined && `. Its price has ${vatRate}% VAT in it`}
      </Check>
      {vatRate !== undefined && (
        <Check name={`vat-${row}`} value="standard">
          It is to eat, but has {vatRate}% VAT, such as biscuits covered in chocolate
        </Check>
      )}
    </div>
  );
}
