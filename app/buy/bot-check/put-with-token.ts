import { arrayOf, isString, objectOf, optional } from '#domain/guard.ts';
import { sendWithToken } from './send-with-token.ts';

/** What the server says is wrong with what was sent, of the whole or of its fields. */
interface Problem {
  detail: string;
  errors?: FieldProblem[] | undefined;
}

interface FieldProblem {
  pointer: string;
  detail: string;
}

interface Answer {
  problem: Problem | 'unreachable' | undefined;
  isUnauthorized: boolean;
}

const UNAUTHORIZED = 401;

const isProblem = objectOf<Problem>({
  detail: isString,
  errors: optional(arrayOf(objectOf<FieldProblem>({ pointer: isString, detail: isString }))),
});

/**
 * Sends a form or JSON with a token of the bot check.
 * @param maxAnswerMs how long to wait for the answer.
 * @returns what is wrong with it, or that no valid answer came; undefined once the server has it.
 */
export async function putWithToken(
  url: string,
  body: FormData | string,
  maxAnswerMs: number,
): Promise<Answer['problem']> {
  const { problem } = await sendWithToken(
    (tokenHeader) => put(url, body, { tokenHeader, maxAnswerMs }),
    ({ isUnauthorized }) => isUnauthorized,
  );
  return problem;
}

interface Sending {
  tokenHeader: Record<string, string>;
  maxAnswerMs: number;
}

async function put(
  url: string,
  body: FormData | string,
  { tokenHeader, maxAnswerMs }: Sending,
): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: 'PUT',
      headers: {
        Accept: 'application/json',
        ...(typeof body === 'string' && { 'Content-Type': 'application/json' }),
        ...tokenHeader,
      },
      body,
      signal: AbortSignal.timeout(maxAnswerMs),
    });
    if (response.ok) return { problem: undefined, isUnauthorized: false };
    const problem: unknown = await response.json().catch(() => undefined);
    return {
      problem: isProblem(problem) ? problem : 'unreachable',
      isUnauthorized: response.status === UNAUTHORIZED,
    };
  } catch {
    return { problem: 'unreachable', isUnauthorized: false };
  }
}
