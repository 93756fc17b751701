import { type ComponentProps, use, useEffect, useId, useRef, useState } from 'react';
import { Allergens } from '#app/ui/allergens.tsx';
import { keepFilledOpen } from '#app/ui/keep-filled-open.ts';
import { Field, Problem } from '#app/ui/kit/field.tsx';
import { Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { FormContext, useEntered } from '#app/ui/kit/refusal-context.ts';
import type { Day } from '#domain/calendar/day.ts';
import { declaredWith } from '#domain/catalogue/options.ts';
import { MESSAGE_MAX } from '#domain/orders/plain-text.ts';
import type { Route } from './+types/new-order';
import { EvenSo } from './even-so.tsx';
import { FreeLineFields } from './free-line-fields.tsx';
import styles from './new-order.module.css';
import { OptionFields } from './option-fields.tsx';
import { OptionTiles } from './option-tiles.tsx';
import { chosenOptions, FREE_LINE, joinNames, valuesOf } from './phone-draft.ts';

type LoaderData = Route.ComponentProps['loaderData'];

interface NewOrderItemProps extends Pick<LoaderData, 'cakes' | 'groups' | 'free'> {
  row: string;
  /** Its place, from 1; undefined if it is the only one. */
  number: number | undefined;
  today: Day;
  /** What the button has that removes it. */
  remove: ComponentProps<'button'>;
}

/** The fields of one cake. */
export function NewOrderItem({
  row,
  number,
  today,
  cakes,
  groups,
  free,
  remove,
}: NewOrderItemProps) {
  const id = useId();
  const select = useRef<HTMLSelectElement>(null);
  const { values: [entered = ''] = [], problem, mend } = useEntered(`cake-${row}`);
  const [chosen, setChosen] = useState(entered);
  const [hasScripts, setHasScripts] = useState(false);
  // What was chosen before the scripts had come.
  useEffect(() => {
    setHasScripts(true);
    setChosen(select.current?.value ?? '');
  }, []);
  const cake = cakes.find((each) => each.id === chosen);
  return (
    <fieldset className={`stack ${styles.item}`}>
      <legend>{number ? `Cake ${number}` : 'Which cake?'}</legend>
      <input type="hidden" name="row" value={row} />
      <div className="cluster">
        <select
          ref={select}
          name={`cake-${row}`}
          aria-label={number ? `Cake ${number}` : 'Cake'}
          defaultValue={entered}
          onInput={mend}
          onChange={({ target }) => setChosen(target.value)}
          aria-invalid={problem !== undefined}
          aria-describedby={problem && id}
        >
          <option value="">Choose a cake</option>
          <option value={FREE_LINE}>Something else: name it and its price</option>
          {groups.map(({ slug, title }) => (
            <optgroup key={slug} label={title}>
              {cakes
                .filter(({ group }) => group === slug)
                .map((each) => (
                  <option key={each.id} value={each.id}>
                    {each.title}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
        {!hasScripts && (
          <Submit name="change" value="show">
            Show the rest
          </Submit>
        )}
      </div>
      <Problem id={id} text={problem} />
      {/* Another cake has other sizes, none of them chosen. */}
      {cake && <Details key={cake.id} row={row} cake={cake} today={today} />}
      {chosen === FREE_LINE && <FreeLineFields row={row} free={free} />}
      {number && (
        <button {...remove} className="word-button">
          Remove cake {number}
        </button>
      )}
    </fieldset>
  );
}

interface DetailsProps {
  row: string;
  cake: LoaderData['cakes'][number];
  today: Day;
}

/** What is read out and asked about a cake. */
function Details({ row, cake, today }: DetailsProps) {
  const { notice, sizes, options, takesMessage } = cake;
  const entered = use(FormContext).refusal?.values ?? {};
  const [chosen, setChosen] = useState(() => chosenOptions(options, entered, row, today));
  const declared =
    options.length > 0 ? declaredWith({ ...cake.declared, options }, chosen) : cake.declared;
  const { problem } = useEntered(`allergens-${row}`);
  const agreed = useEntered(`agreed-${row}`);
  return (
    <div
      className="stack"
      onChange={({ currentTarget }) => {
        const form = currentTarget.closest('form');
        if (form && options.length > 0) {
          setChosen(chosenOptions(options, valuesOf(form), row, today));
        }
      }}
    >
      <div className={`${kit.panel} ${styles.allergens}`}>
        <p>
          <strong>Read out:</strong> <Allergens of={declared} />
        </p>
        {notice && <p>{notice}.</p>}
        <input type="hidden" name={`allergens-${row}`} value={joinNames(declared.allergens)} />
        <input type="hidden" name={`may-contain-${row}`} value={joinNames(declared.mayContain)} />
        <Problem text={problem} />
      </div>
      <OptionTiles
        legend="Size"
        name={`size-${row}`}
        options={sizes}
        preset={sizes.length === 1 ? sizes[0]?.value : undefined}
      />
      {options.map((group) => (
        <OptionFields key={group.id} row={row} group={group} today={today} />
      ))}
      <details className={kit.more} open={Boolean(agreed.values?.[0])} onToggle={keepFilledOpen}>
        <summary>Agree another price</summary>
        <Field
          label="Price in pounds"
          hint="For this cake in this order only."
          name={`agreed-${row}`}
          inputMode="decimal"
        />
      </details>
      {takesMessage && (
        <>
          <Field
            label="Words on it"
            hint={`At most ${MESSAGE_MAX} characters. May be empty.`}
            name={`message-${row}`}
          />
          <EvenSo name={`piped-${row}`}>We pipe it all the same</EvenSo>
        </>
      )}
    </div>
  );
}
