/**
 * Has many ask one question: whoever asks is answered by a question that begins after they came,
 * never by one that was already under way. Those who come in the same turn of the event loop, or
 * while a question is under way, share the next.
 */
export function coalesce<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<Answer> | undefined;

  async function askNext(): Promise<Answer> {
    await Promise.allSettled([underWay]);
    // All that this turn reads from its sockets has come before the question then.
    await endOfTurn();
    next = undefined;
    const answer = ask();
    underWay = answer;
    return answer;
  }

  return () => {
    next ??= askNext();
    return next;
  };
}

function endOfTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
