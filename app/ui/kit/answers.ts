const awaited = new Set<Promise<void>>();

/** @param answer ends when the screen shows the answer to a form. */
export function awaitAnswer(answer: Promise<void>): void {
  const end = () => awaited.delete(answer);
  awaited.add(answer);
  answer.then(end, end);
}

/** The router drops the redirect that answers a form if the screen has begun to load again since it was sent. */
export async function untilAnswered(): Promise<void> {
  while (awaited.size > 0) await Promise.allSettled(awaited);
}
