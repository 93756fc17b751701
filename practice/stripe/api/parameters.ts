import { z } from 'zod';
import { invalidRequest, isObject } from './protocol.ts';

// Parameters arrive as strings. These types convert them.

/** Parses the parameters of a request. @throws ApiError for the first problem. */
export function parseParameters<Output>(schema: z.ZodType<Output>, parameters: unknown): Output {
  const parsed = schema.safeParse(parameters, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue === undefined) throw parsed.error;
  const error = parameterError(issue);
  error.isValidation = true;
  throw error;
}

function parameterError(issue: z.core.$ZodIssue) {
  const param = parameterName(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const [name = param] = issue.keys.map((key) => parameterName([...issue.path, key]));
    return invalidRequest(`Received unknown parameter: ${name}`, {
      code: 'parameter_unknown',
      param: name,
    });
  }
  return issue.input === undefined
    ? invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
    : invalidRequest(`Invalid ${param}: ${issue.message}`, { param });
}

/** `['line_items', 0, 'price']` → `line_items[0][price]`. */
function parameterName(path: readonly PropertyKey[]): string {
  const [head = '', ...rest] = path.map(String);
  return head + rest.map((part) => `[${part}]`).join('');
}

export const noParameters = z.strictObject({});

/** Not empty: Stripe takes that for an attempt to unset the parameter. */
export function text(maximum = 5_000) {
  return z.string().min(1).max(maximum);
}

export function integer({ minimum, maximum }: { minimum: number; maximum: number }) {
  return z
    .string()
    .regex(/^-?\d+$/)
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum));
}

/** Stripe accepts amounts of up to eight digits. */
export const unitAmount = integer({ minimum: 0, maximum: 99_999_999 });

export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');

export function list<Item>(item: z.ZodType<Item>, maximum: number) {
  return z.preprocess(
    (value) => (isObject(value) ? Object.values(value) : value),
    z.array(item).max(maximum),
  );
}

/** Stricter than `z.email()`: Stripe also rejects addresses that a shop may have accepted (RFC 5321's limits). */
export const email = z
  .email()
  .max(254)
  .regex(/^[^@]{1,64}@([^.]{0,62}[^.-]\.)+[^.]{0,62}[^.-]$/);

/** Only http and https: a `javascript:` link would run on the checkout page. */
export const webUrl = z.url({ protocol: /^https?$/ });

const currencies = new Set(Intl.supportedValuesOf('currency'));

export const currency = z
  .string()
  .refine((value) => currencies.has(value.toUpperCase()))
  .transform((value) => value.toLowerCase());

/** Stripe's limits. */
export const metadata = z
  .record(z.string().max(40), z.string().max(500))
  .refine((entries) => Object.keys(entries).length <= 50);
