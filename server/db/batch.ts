/** Batches concurrent calls: calls made while a batch runs form the next one. A single call runs at once. */
export function batch<Item>(work: (items: Item[]) => Promise<void>): (item: Item) => Promise<void> {
  let waiting: Item[] = [];
  let running: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;

  function run(): Promise<void> {
    const items = waiting;
    waiting = [];
    next = undefined;
    const done = work(items);
    // The next batch starts when this one settles.
    running = done.catch(() => {});
    return done;
  }

  return (item) => {
    waiting.push(item);
    next ??= running.then(run);
    return next;
  };
}
