import { Field } from '#app/ui/kit/field.tsx';

/** The code that an e-mail has brought. The request for it is kept in this browser. */
export function CodeField() {
  return (
    <Field
      name="code"
      label="Code"
      hint="Eight letters and numbers, good for ten minutes, in this browser only."
      autoComplete="one-time-code"
      autoCapitalize="characters"
      spellCheck={false}
      required
    />
  );
}
