import type { SyntheticEvent } from 'react';

/** Keeps a fold open while something in it is filled in: what is sent is what is seen. */
export function keepFilledOpen({ currentTarget }: SyntheticEvent<HTMLDetailsElement>): void {
  const fields = currentTarget.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'input, textarea',
  );
  currentTarget.open ||= [...fields].some((field) =>
    field.type === 'checkbox' ? field.matches(':checked') : field.value !== '',
  );
}
