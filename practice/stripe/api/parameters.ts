import { z } from 'zod';
import { invalidRequest } from './api-error.ts';

/**
 * Checks the parameters of a request and refuses them in Stripe's words.
 * Messages of the types in `parameter-types.ts` may say `{param}` for the name of what is wrong.
 */
export function parseParameters<Output>(schema: z.ZodType<Output>, parameters: unknown): Output {
  const parsed = schema.safeParse(parameters, { reportInput: true });
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue === undefined) throw parsed.error;
  throw refusal(issue);
}

const stripeCode = z.object({ code: z.string().optional() }).optional();

function refusal(issue: z.core.$ZodIssue) {
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

/** `['line_items', 0, 'price']` → `line_items[0][price]`, as Stripe names parameters. */
function parameterName(path: readonly PropertyKey[]): string {
  const [head = '', ...rest] = path.map(String);
  return head + rest.map((part) => `[${part}]`).join('');
}
