import { Check } from '#app/ui/kit/choices.tsx';
import { useEntered } from '#app/ui/kit/refusal-context.ts';

/** Once the person has been told why customers cannot choose the day, which the answer names as `sure`. */
export function EvenSo({ children }: { children: string }) {
  const { problem: day } = useEntered('sure');
  if (!day) return null;
  return (
    <Check key={day} name="sure" value={day}>
      {children}
    </Check>
  );
}
