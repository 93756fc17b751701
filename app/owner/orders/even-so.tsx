import { Check } from '#app/ui/kit/field.tsx';
import { useEntered } from '#app/ui/kit/refusal-context.ts';

interface EvenSoProps {
  name?: string;
  /** What is chosen now, if the form knows it. */
  chosen?: string | undefined;
  children: string;
}

/** Shown once the answer says why customers cannot choose what is in this field: by default the day. */
export function EvenSo({ name = 'sure', chosen, children }: EvenSoProps) {
  const { problem: wanted } = useEntered(name);
  if (!wanted || (chosen !== undefined && chosen !== wanted)) return null;
  return (
    <Check key={wanted} name={name} value={wanted}>
      {children}
    </Check>
  );
}
