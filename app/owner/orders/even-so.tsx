import { Check } from '#app/ui/kit/choices.tsx';
import { useEntered } from '#app/ui/kit/refusal-context.ts';

interface EvenSoProps {
  /** The day that is chosen now, if the form knows it. */
  chosen?: string | undefined;
  children: string;
}

/** Once the person has been told why customers cannot choose the day, which the answer names as `sure`. */
export function EvenSo({ chosen, children }: EvenSoProps) {
  const { problem: day } = useEntered('sure');
  if (!day || (chosen !== undefined && chosen !== day)) return null;
  return (
    <Check key={day} name="sure" value={day}>
      {children}
    </Check>
  );
}
