import { z } from 'zod';
import { invalidRequest, isObject } from './protocol.ts';

// Parameters arrive as strings. These types convert them and fail with Stripe's messages.

/** Parses the parameters of a request. @throws ApiError as Stripe would report the first problem. */
export function parseParameters<Output>(schema: z.ZodType<Output>, parameters: unknown): Output {
  const parsed = schema.safeParse(parameters, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue === undefined) throw parsed.error;
  const error = parameterError(issue);
  error.isValidation = true;
  throw error;
}

const stripeCode = z.object({ code: z.string().optional() }).optional();

function parameterError(issue: z.core.$ZodIssue) {
  const param = parameterName(issue.path);

  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => parameterName([...issue.path, key]));
    return invalidRequest(
      `Received unknown parameter${names.length === 1 ? '' : 's'}: ${names.join(', ')}`,
      { code: 'parameter_unknown', param: names[0] ?? param },
    );
  }
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return invalidRequest(`Missing required param: ${param}.`, {
      code: 'parameter_missing',
      param,
    });
  }
  if (issue.code === 'custom') {
    const code = stripeCode.parse(issue.params)?.code;
    return invalidRequest(issue.message.replaceAll('{param}', param), {
      param,
      ...(code === undefined ? {} : { code }),
    });
  }
  if (issue.code === 'invalid_type') {
    return invalidRequest(`Invalid ${issue.expected === 'string' ? 'string' : 'object'}`, {
      param,
    });
  }
  return invalidRequest(`Invalid ${param}: ${issue.message}`, { param });
}

/** `['line_items', 0, 'price']` → `line_items[0][price]`. */
function parameterName(path: readonly PropertyKey[]): string {
  const [head = '', ...rest] = path.map(String);
  return head + rest.map((part) => `[${part}]`).join('');
}

/** `{param}` in the message is replaced by the parameter's name. */
function addIssue(context: z.core.$RefinementCtx, message: string, code?: string) {
  context.addIssue({ code: 'custom', message, params: { code } });
  return z.NEVER;
}

export const noParameters = z.strictObject({});

/** Text that is not empty. */
export function text(maximum = 5_000) {
  return z.string().superRefine((value, context) => {
    if (value === '') {
      addIssue(
        context,
        "You passed an empty string for '{param}'. We assume empty values are an attempt to unset a parameter; however '{param}' cannot be unset. You should remove '{param}' from your request or supply a non-empty value.",
        'parameter_invalid_empty',
      );
    } else if (value.length > maximum) {
      addIssue(context, `Invalid string: ${value}; must be at most ${maximum} characters`);
    }
  });
}

export function integer({ minimum, maximum }: { minimum: number; maximum: number }) {
  return z.string().transform((value, context) => {
    const number = Number(value);
    if (!/^-?\d+$/.test(value)) {
      return addIssue(context, `Invalid integer: ${value}`, 'parameter_invalid_integer');
    }
    if (number < minimum) {
      const message = `This value must be greater than or equal to ${minimum}.`;
      return addIssue(context, message, 'parameter_invalid_integer');
    }
    if (number > maximum) {
      const message = `This value must be less than or equal to ${maximum} (it currently is '${value}').`;
      return addIssue(context, message, 'parameter_invalid_integer');
    }
    return number;
  });
}

/** Stripe accepts amounts of up to eight digits. */
export const unitAmount = integer({ minimum: 0, maximum: 99_999_999 });

export const flag = z.string().transform((value, context) => {
  if (value === 'true' || value === 'false') return value === 'true';
  return addIssue(context, `Invalid boolean: ${value}`);
});

export function oneOf<const Value extends string>(values: readonly Value[]) {
  return z.string().transform((value, context) => {
    const found = values.find((candidate) => candidate === value);
    return found ?? addIssue(context, `Invalid {param}: must be one of ${values.join(', ')}`);
  });
}

export function list<Item>(item: z.ZodType<Item>, maximum: number) {
  return z.preprocess(
    (value) => (isObject(value) ? Object.values(value) : value),
    z.array(item).superRefine((items, context) => {
      if (items.length > maximum) {
        addIssue(context, `Invalid array: must contain at most ${maximum} elements`);
      }
    }),
  );
}

/** RFC 5321's limits. */
const MAX_LOCAL_PART_LENGTH = 64;
const MAX_LABEL_LENGTH = 63;
const MAX_EMAIL_LENGTH = 254;

/** Stricter than `z.email()`: Stripe also rejects addresses that a shop may have accepted. */
export const email = z.string().superRefine((value, context) => {
  const [localPart = '', domain = ''] = value.split('@');
  const deliverable =
    z.email().safeParse(value).success &&
    value.length <= MAX_EMAIL_LENGTH &&
    localPart.length <= MAX_LOCAL_PART_LENGTH &&
    domain.split('.').every((label) => label.length <= MAX_LABEL_LENGTH && !label.endsWith('-'));
  if (!deliverable) {
    addIssue(context, `Invalid email address: ${value}`, 'email_invalid');
  }
});

/** Only http and https: a `javascript:` link would run on the checkout page. */
export const webUrl = z.string().superRefine((value, context) => {
  const url = URL.parse(value);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    addIssue(context, 'Not a valid URL', 'url_invalid');
  }
});

const currencies = new Set(Intl.supportedValuesOf('currency'));

export const currency = z.string().transform((value, context) => {
  if (currencies.has(value.toUpperCase())) return value.toLowerCase();
  return addIssue(context, `Invalid currency: ${value}`);
});

const MAX_METADATA_KEYS = 50;
const MAX_METADATA_KEY_LENGTH = 40;
const MAX_METADATA_VALUE_LENGTH = 500;

export const metadata = z.record(z.string(), z.string()).superRefine((entries, context) => {
  const count = Object.keys(entries).length;
  if (count > MAX_METADATA_KEYS) {
    const message = `You can only have up to ${MAX_METADATA_KEYS} metadata keys, but this would leave ${count}.`;
    addIssue(context, message);
  }
  for (const [key, value] of Object.entries(entries)) {
    if (key.length > MAX_METADATA_KEY_LENGTH) {
      const message = `Metadata keys can have up to ${MAX_METADATA_KEY_LENGTH} characters. Invalid key: ${key}`;
      addIssue(context, message);
    }
    if (value.length > MAX_METADATA_VALUE_LENGTH) {
      const message = `Metadata values can have up to ${MAX_METADATA_VALUE_LENGTH} characters. Invalid value: ${value}`;
      addIssue(context, message);
    }
  }
});
