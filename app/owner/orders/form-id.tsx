import { useState } from 'react';
import { useEntered } from '#app/ui/kit/refusal-context.ts';

/**
 * The id under which a form is done once, however often it is sent. It stays while the screen is loaded again; a refusal
 * replaces one that is used up, by a problem of this name.
 */
export function FormId({ name, value }: { name: string; value: string }) {
  const [opened] = useState(value);
  const { values: [entered] = [], problem: next } = useEntered(name);
  return <input type="hidden" name={name} value={next ?? entered ?? opened} />;
}
