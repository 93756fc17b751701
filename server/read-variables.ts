import * as z from 'zod';

export const Origin = z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin);
export const Key = z.string('is not set');

/** @returns undefined if a variable is wrong; `wrong` gets a line for each. */
export function parseVariables<T>(
  schema: z.ZodType<T>,
  environment: object,
  wrong: string[],
): T | undefined {
  const { data, error } = schema.safeParse(environment);
  for (const { path, message } of error?.issues ?? []) wrong.push(`${path.join('.')} ${message}`);
  return data;
}
