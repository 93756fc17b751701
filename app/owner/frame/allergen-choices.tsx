import { useRef } from 'react';
import { keepFilledOpen } from '#app/ui/keep-filled-open.ts';
import { Check, Choices } from '#app/ui/kit/field.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { useEntered } from '#app/ui/kit/refusal-context.ts';
import { VisuallyHidden, WithScripts } from '#app/ui/text.tsx';

interface AllergenChoicesProps {
  names: { contains: string; none: string; mayContain: string };
  allergens: readonly string[];
  /** What most cakes contain, which one tap ticks. */
  usual?: readonly string[];
  chosen?: { contains: string[]; isNone: boolean; mayContain: string[] };
}

/** The allergens by their names in law: what is in it, or that none is, and what may be. */
export function AllergenChoices({
  names,
  allergens,
  usual = [],
  chosen = { contains: [], isNone: false, mayContain: [] },
}: AllergenChoicesProps) {
  const { values: mayContain = chosen.mayContain } = useEntered(names.mayContain);
  const options = allergens.map((value) => ({ value, title: value }));
  const field = useRef<HTMLDivElement>(null);

  function tickUsual(): void {
    for (const box of field.current?.querySelectorAll('input') ?? []) {
      // A click, so that the form follows it.
      if (usual.includes(box.value) && !box.checked) box.click();
    }
  }

  return (
    <>
      {usual.length > 0 && (
        <WithScripts>
          <button type="button" className={kit.action} onClick={tickUsual}>
            As most of your cakes: {usual.join(', ')}
          </button>
        </WithScripts>
      )}
      <div ref={field}>
        <Choices
          legend="Contains"
          name={names.contains}
          type="checkbox"
          options={options}
          chosen={chosen.contains}
          className="tiles"
        />
      </div>
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
          className="tiles"
        />
      </details>
    </>
  );
}
