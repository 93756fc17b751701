import { keepFilledOpen } from '#app/ui/keep-filled-open.ts';
import { Check, Choices } from '#app/ui/kit/choices.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { useEntered } from '#app/ui/kit/refusal-context.ts';
import { VisuallyHidden } from '#app/ui/text.tsx';

interface AllergenChoicesProps {
  /** Of the fields. */
  names: { contains: string; none: string; mayContain: string };
  allergens: readonly string[];
  chosen?: { contains: string[]; isNone: boolean; mayContain: string[] };
}

/** The allergens by their names in law: what is in it, or that none is, and what may be. */
export function AllergenChoices({
  names,
  allergens,
  chosen = { contains: [], isNone: false, mayContain: [] },
}: AllergenChoicesProps) {
  const { values: mayContain = chosen.mayContain } = useEntered(names.mayContain);
  const options = allergens.map((value) => ({ value, title: value }));
  return (
    <>
      <Choices
        legend="Contains"
        name={names.contains}
        type="checkbox"
        options={options}
        chosen={chosen.contains}
        className={kit.ticks}
      />
      <Check name={names.none} value="on" isChosen={chosen.isNone} mends={names.contains}>
        None of these
      </Check>
      <details className={kit.more} open={mayContain.length > 0} onToggle={keepFilledOpen}>
        <summary>May contain</summary>
        <Choices
          legend={<VisuallyHidden>May contain</VisuallyHidden>}
          name={names.mayContain}
          type="checkbox"
          options={options}
          chosen={chosen.mayContain}
          className={kit.ticks}
        />
      </details>
    </>
  );
}
