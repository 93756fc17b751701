/**
 * Lets concurrent callers share one call of `read`. A caller gets the result of a call that started
 * after its own request, never of one already in progress: callers that arrive in the same turn of
 * the event loop, or during a call, share the next.
 */
export function coalesce<Result>(read: () => Promise<Result>): () => Promise<Result> {
  let current: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | undefined;

  async function readNext(): Promise<Result> {
    await Promise.allSettled([current]);
    // After this turn has read all its sockets, so that their requests join.
    await new Promise((resolve) => setImmediate(resolve));
    next = undefined;
    const result = read();
    current = result;
    return result;
  }

  return () => {
    next ??= readNext();
    return next;
  };
}
