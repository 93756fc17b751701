import type { OrderId } from '#domain/orders/order.ts';
import type { ChangeWatcher, WatchChanges } from '#domain/ports.ts';

/** How a kind of database learns of changes; what differs between the two. */
export interface ChangeSource {
  /** Tells every server that can be reached just now; whoever is not finds out when it looks. */
  announceOrder(id: OrderId): void;
  stop(): Promise<void>;
}

export interface ChangeFeed {
  watchChanges: WatchChanges;
  /** To be called after the commit. Says nothing where nobody watches, as in the owner's commands. */
  announceOrder(id: OrderId): void;
}

/** One source for however many watch: begun for the first of them, stopped after the last. */
export function createChangeFeed(begin: (tell: ChangeWatcher) => ChangeSource): ChangeFeed {
  const watchers = new Set<ChangeWatcher>();
  let source: ChangeSource | undefined;

  const all: ChangeWatcher = {
    catalogueChanged() {
      for (const watcher of watchers) watcher.catalogueChanged();
    },
    orderChanged(id) {
      for (const watcher of watchers) watcher.orderChanged(id);
    },
    mayHaveMissed() {
      for (const watcher of watchers) watcher.mayHaveMissed();
    },
  };

  return {
    watchChanges(watcher) {
      watchers.add(watcher);
      source ??= begin(all);
      return async () => {
        watchers.delete(watcher);
        if (watchers.size > 0) return;
        const last = source;
        source = undefined;
        await last?.stop();
      };
    },
    announceOrder: (id) => source?.announceOrder(id),
  };
}
