/**
 * Does for one who asks what it does for many: whoever asks while it is under way waits, and goes with
 * all the others who wait. Nobody waits for company.
 */
export function batch<Item>(work: (items: Item[]) => Promise<void>): (item: Item) => Promise<void> {
  let waiting: Item[] = [];
  let underWay: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;

  function go(): Promise<void> {
    const items = waiting;
    waiting = [];
    next = undefined;
    const done = work(items);
    // Whoever comes next waits for its end, whatever it is.
    underWay = done.catch(() => {});
    return done;
  }

  return (item) => {
    waiting.push(item);
    next ??= underWay.then(go);
    return next;
  };
}
