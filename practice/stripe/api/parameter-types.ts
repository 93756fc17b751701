import { z } from 'zod';
import { isObject } from './json.ts';

// Everything arrives as text: these types say what the text must be, and refuse it as Stripe does.

/** Adds a refusal; `{param}` in the message becomes the parameter's name. */
export function refuse(context: z.core.$RefinementCtx, message: string, code?: string) {
  context.addIssue({ code: 'custom', message, params: { code } });
  return z.NEVER;
}

/** Text that must say something. */
export function text(maximum = 5_000) {
  return z.string().superRefine((value, context) => {
    if (value === '') {
      refuse(
        context,
        "You passed an empty string for '{param}'. We assume empty values are an attempt to unset a parameter; however '{param}' cannot be unset. You should remove '{param}' from your request or supply a non-empty value.",
        'parameter_invalid_empty',
      );
    } else if (value.length > maximum) {
      refuse(context, `Invalid string: ${value}; must be at most ${maximum} characters`);
    }
  });
}

/** What can be taken away again by sending it empty. */
export function unsettable<Output>(type: z.ZodType<Output>) {
  return z.preprocess((value) => (value === '' ? null : value), type.nullable());
}

export function integer({ minimum, maximum }: { minimum: number; maximum: number }) {
  return z.string().transform((value, context) => {
    const number = Number(value);
    if (!/^-?\d+$/.test(value)) {
      return refuse(context, `Invalid integer: ${value}`, 'parameter_invalid_integer');
    }
    if (number < minimum) {
      const message = `This value must be greater than or equal to ${minimum}.`;
      return refuse(context, message, 'parameter_invalid_integer');
    }
    if (number > maximum) {
      const message = `This value must be less than or equal to ${maximum} (it currently is '${value}').`;
      return refuse(context, message, 'parameter_invalid_integer');
    }
    return number;
  });
}

const LATEST = Number.MAX_SAFE_INTEGER;
const unixSeconds = integer({ minimum: 0, maximum: LATEST });

export const flag = z.string().transform((value, context) => {
  if (value === 'true' || value === 'false') return value === 'true';
  return refuse(context, `Invalid boolean: ${value}`);
});

export function oneOf<const Value extends string>(values: readonly Value[]) {
  return z.string().transform((value, context) => {
    const found = values.find((candidate) => candidate === value);
    return found ?? refuse(context, `Invalid {param}: must be one of ${values.join(', ')}`);
  });
}

/** `created=1700000000`, or `created[gte]=…` and the like; the bounds come out inclusive. */
export const timeRange = z.preprocess(
  (value) => (typeof value === 'string' ? { gte: value, lte: value } : value),
  z
    .strictObject({
      gt: unixSeconds.optional(),
      gte: unixSeconds.optional(),
      lt: unixSeconds.optional(),
      lte: unixSeconds.optional(),
    })
    .transform(({ gt, gte, lt, lte }) => ({
      atLeast: Math.max(gte ?? 0, gt === undefined ? 0 : gt + 1),
      atMost: Math.min(lte ?? LATEST, lt === undefined ? LATEST : lt - 1),
    })),
);

export function list<Item>(item: z.ZodType<Item>, maximum: number) {
  return z.preprocess(
    (value) => (isObject(value) ? Object.values(value) : value),
    z.array(item).superRefine((items, context) => {
      if (items.length > maximum) {
        refuse(context, `Invalid array: must contain at most ${maximum} elements`);
      }
    }),
  );
}

/** RFC 5321's limits on the part before the @, on each label after it, and on the whole. */
const LONGEST_LOCAL_PART = 64;
const LONGEST_LABEL = 63;
const LONGEST_EMAIL = 254;

/**
 * An address Stripe takes: ASCII, a domain with a dot, no consecutive dots, within the limits of mail.
 * Stricter than `z.email()`, so a shop that checks with that alone meets refusals here as it does at Stripe.
 */
export const email = z.string().superRefine((value, context) => {
  const [localPart = '', domain = ''] = value.split('@');
  const deliverable =
    z.email().safeParse(value).success &&
    value.length <= LONGEST_EMAIL &&
    localPart.length <= LONGEST_LOCAL_PART &&
    domain.split('.').every((label) => label.length <= LONGEST_LABEL && !label.endsWith('-'));
  if (!deliverable) {
    refuse(context, `Invalid email address: ${value}`, 'email_invalid');
  }
});

/** A page to link to. Only http and https: a `javascript:` link would run on the checkout page. */
export const webUrl = z.string().superRefine((value, context) => {
  const url = URL.parse(value);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    refuse(context, 'Not a valid URL', 'url_invalid');
  }
});

const currencies = new Set(Intl.supportedValuesOf('currency'));

export const currency = z.string().transform((value, context) => {
  if (currencies.has(value.toUpperCase())) return value.toLowerCase();
  return refuse(context, `Invalid currency: ${value}`);
});
