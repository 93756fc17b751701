import { getToken as getBotCheckToken, TOKEN_HEADER } from './bot-check.ts';

/**
 * Sends a request with a token, and once more with a new one if the server rejects it: the token's limit is reached, or
 * the server's keys have changed. Without a token it is sent too: the server decides, and explains a rejection.
 * @param send gets the header of the token.
 */
export async function sendWithToken<Answer>(
  send: (header: Record<string, string>) => Promise<Answer>,
  isRejected: (answer: Answer) => boolean,
  getToken = getBotCheckToken,
): Promise<Answer> {
  const first = await getToken();
  if (!first.ok) return send({});
  const answer = await send({ [TOKEN_HEADER]: first.token });
  if (!isRejected(answer)) return answer;
  const next = await getToken(first.token);
  return next.ok ? send({ [TOKEN_HEADER]: next.token }) : answer;
}
