import { type ReactNode, useId } from 'react';
import { Problem } from '#app/ui/kit/field.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { useEntered } from '#app/ui/kit/refusal-context.ts';

interface OptionTilesProps {
  legend: string;
  name: string;
  options: { value: string; words: string; note?: string }[];
  /** Chosen while nothing was entered. */
  preset?: string | undefined;
  children?: ReactNode;
}

/** Options as large tiles, of which one is chosen while a customer is on the phone. */
export function OptionTiles({ legend, name, options, preset, children }: OptionTilesProps) {
  const id = useId();
  const { values: [chosen = preset] = [], problem, mend } = useEntered(name);
  return (
    <fieldset className="lines" aria-describedby={problem && id}>
      <legend>{legend}</legend>
      <div className="tiles" onInput={mend}>
        {options.map(({ value, words, note }) => (
          <label key={value} className={kit.tile}>
            <input
              type="radio"
              name={name}
              value={value}
              defaultChecked={value === chosen}
              aria-invalid={problem !== undefined || undefined}
            />
            {words} {note && <small>{note}</small>}
          </label>
        ))}
      </div>
      <Problem id={id} text={problem} />
      {children}
    </fieldset>
  );
}
