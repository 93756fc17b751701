import { type FormEvent, type ReactNode, useState } from 'react';
import { AllergenChoices } from '#app/owner/frame/allergen-choices.tsx';
import { Check, Field, Problem } from '#app/ui/kit/field.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { useEntered } from '#app/ui/kit/refusal-context.ts';
import { RowButtons } from '#app/ui/kit/row-button.tsx';
import { useRows } from '#app/ui/kit/use-rows.ts';
import type { OptionGroup } from '#domain/catalogue/catalogue.ts';
import {
  CHOICE_ROW,
  type ChoiceDraft,
  choiceFields,
  type OptionDraft,
} from '#domain/catalogue/option-fields.ts';
import { VAT_PERCENT } from '#domain/ledger/vat.ts';
import styles from '../cake-editor.module.css';

interface OptionChoicesProps {
  draft: OptionDraft;
  kind: OptionGroup['kind'];
  /** By the id of the choice: why it is not sold at its price. */
  unmade: Record<string, string | undefined>;
  /** Whether the cafe has a VAT number; otherwise the form has no VAT. */
  hasVat: boolean;
  allergens: readonly string[];
}

/** The choices of a group in rows, or the one of a text. */
export function OptionChoices({ draft, kind, unmade, hasVat, allergens }: OptionChoicesProps) {
  const { rows, button } = useRows(draft.choices.length, CHOICE_ROW);
  const { problem } = useEntered('choices');
  const { values: keys = draft.choices.map(({ key }) => key) } = useEntered('choice');
  const { values: names = draft.choices.map(({ name }) => name) } = useEntered('choiceName');
  const keyOf = ({ key, place }: (typeof rows)[number]) =>
    place === -1 ? `+new${key}` : keys[place] || unusedKey(keys);
  const fieldsOf = (row: (typeof rows)[number], buttons?: ReactNode) => {
    const key = keyOf(row);
    const choice = draft.choices.find((each) => each.key === key);
    return (
      <>
        <input type="hidden" name="choice" value={key} />
        <Field
          label={kind === 'text' ? 'Label of its field' : 'Name'}
          name="choiceName"
          row={row.place}
          defaultValue={choice?.name}
          placeholder={kind === 'text' ? 'Your number' : undefined}
        />
        <ChoiceFields
          id={key}
          row={row.place}
          choice={choice}
          unmade={unmade[key]}
          hasVat={hasVat}
          allergens={allergens}
          buttons={buttons}
        />
      </>
    );
  };
  const [only] = rows;
  if (kind === 'text') {
    return <div className={`${kit.card} ${styles.rowFields}`}>{only && fieldsOf(only)}</div>;
  }
  return (
    <fieldset className="stack" aria-describedby="choices-note">
      <legend>Choices</legend>
      <p id="choices-note" className={kit.quiet}>
        {NOTE}
      </p>
      <Problem text={problem} />
      <ol className="stack">
        {rows.map((each, row) => {
          const name = names[each.place] || 'this choice';
          return (
            <li key={each.key} className={`${kit.card} ${styles.rowFields}`}>
              {fieldsOf(
                each,
                <RowButtons button={button} name={name} row={row} count={rows.length} />,
              )}
            </li>
          );
        })}
      </ol>
      <button {...button('add')} className={kit.action}>
        Add a choice
      </button>
    </fieldset>
  );
}

const NOTE =
  'The extra price is added to that of the size. What a choice contains is added to what the cake contains: on the cake itself, tick only what is always in it.';

/** Of a row that was added without scripts: there is one at a time. */
function unusedKey(keys: string[]): string {
  let number = 0;
  while (keys.includes(`+${number}`)) number += 1;
  return `+${number}`;
}

interface ChoiceFieldsProps {
  /** Names its boxes. */
  id: string;
  row: number;
  choice: ChoiceDraft | undefined;
  unmade: string | undefined;
  hasVat: boolean;
  allergens: readonly string[];
  /** That move or remove its row. */
  buttons: ReactNode;
}

function ChoiceFields({ id, row, choice, unmade, hasVat, allergens, buttons }: ChoiceFieldsProps) {
  return (
    <>
      <Field
        label="Extra price £"
        name="choicePrice"
        row={row}
        defaultValue={choice?.price}
        inputMode="decimal"
        placeholder="0"
        note={unmade && <p className="problem">{unmade}</p>}
      />
      <Field
        label="Extra points"
        name="choiceUnits"
        row={row}
        defaultValue={choice?.units}
        inputMode="numeric"
        placeholder="0"
      />
      <Field
        label="Sold out until"
        name="soldOutUntil"
        row={row}
        defaultValue={choice?.soldOutUntil}
        type="date"
      />
      <Declaration id={id} choice={choice} allergens={allergens} />
      <OwnVat id={id} isChosen={choice?.hasOwnVat === true} isShown={hasVat} />
      <div className={`${kit.actionRow} ${styles.whole}`}>
        <Check name={choiceFields(id).vegan} value="on" isChosen={choice?.isVegan === true}>
          Suits vegans
        </Check>
        <div className={`cluster ${styles.rowButtons}`}>{buttons}</div>
      </div>
    </>
  );
}

interface OwnVatProps {
  id: string;
  isChosen: boolean;
  isShown: boolean;
}

function OwnVat({ id, isChosen, isShown }: OwnVatProps) {
  const name = choiceFields(id).vat;
  if (!isShown) return isChosen && <input type="hidden" name={name} value="on" />;
  return (
    <div className={styles.whole}>
      <Check name={name} value="on" isChosen={isChosen}>
        {VAT_PERCENT.standard}% VAT: a thing of its own, such as candles or a toy, not a part of the
        cake
      </Check>
    </div>
  );
}

interface DeclarationProps {
  id: string;
  choice: ChoiceDraft | undefined;
  allergens: readonly string[];
}

/** What a choice contains and may contain. Folded once it is said, because 26 allergens are long. */
function Declaration({ id, choice, allergens }: DeclarationProps) {
  const names = choiceFields(id);
  const { values: contains = choice?.contains ?? [], problem } = useEntered(names.contains);
  const { values: none } = useEntered(names.none);
  const { values: mayContain = choice?.mayContain ?? [] } = useEntered(names.mayContain);
  const isNone = none ? none.length > 0 : choice?.isNone === true;
  const [isOpen, setOpen] = useState(contains.length === 0 && !isNone);
  const [words, setWords] = useState(() => declaredInWords({ contains, isNone, mayContain }));

  function describe({ currentTarget }: FormEvent<HTMLDetailsElement>): void {
    const ticked = (name: string) =>
      [...currentTarget.querySelectorAll<HTMLInputElement>('input:checked')]
        .filter((input) => input.name === name)
        .map(({ value }) => value);
    setWords(
      declaredInWords({
        contains: ticked(names.contains),
        isNone: ticked(names.none).length > 0,
        mayContain: ticked(names.mayContain),
      }),
    );
  }

  return (
    <details
      className={`${kit.more} ${styles.whole}`}
      open={isOpen || problem !== undefined}
      onToggle={({ target, currentTarget }) => {
        // Not of the fold within it.
        if (target === currentTarget) setOpen(currentTarget.open);
      }}
      onInput={describe}
    >
      <summary>{words}</summary>
      <AllergenChoices
        names={names}
        allergens={allergens}
        chosen={{ contains, isNone, mayContain }}
      />
    </details>
  );
}

function declaredInWords({
  contains,
  isNone,
  mayContain,
}: {
  contains: string[];
  isNone: boolean;
  mayContain: string[];
}): string {
  const added = contains.length > 0 ? contains.join(', ') : isNone ? 'nothing more' : 'please tick';
  const traces = mayContain.length > 0 ? `. May contain: ${mayContain.join(', ')}` : '';
  return `Contains: ${added}${traces}`;
}
