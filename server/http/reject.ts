import type { Context } from 'hono';
import { accepts } from 'hono/accepts';
import { answerProblem, problem } from '#server/api/problem.ts';
import type { ProblemName } from '#server/api/public-json.ts';

/** A refusal before a request has come to whoever would have answered it: for people or for programs. */
export function reject(c: Context, name: ProblemName, detail: string) {
  const wanted = accepts(c, {
    header: 'Accept',
    supports: ['application/problem+json', 'text/html'],
    default: 'application/problem+json',
  });
  if (wanted !== 'text/html') return answerProblem(c, name, detail);
  const { body, status } = problem(name, detail);
  return c.html(page(body), status);
}

/** Nothing of a request stands in it, so there is nothing to escape. */
function page({ title, detail }: { title: string; detail: string }): string {
  return `<!doctype html>
<html lang="en-GB">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title></head>
<body><h1>${title}</h1><p>${detail}</p></body>
</html>
`;
}
