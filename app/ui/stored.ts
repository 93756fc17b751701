type Operation = 'open' | 'get' | 'set';

/** One value in the browser's storage. */
export interface Stored<T> {
  /** @returns undefined if nothing is stored, or something else. */
  read(): T | undefined;
  write(value: T): void;
  clear(): void;
  /** Calls the listener when another tab may have changed the value. @returns a function that ends this. */
  subscribe(listener: () => void): () => void;
}

/**
 * A value that all tabs of this browser share, or of this tab alone. Where storage fails (private mode,
 * full disk), it lasts as long as the page.
 * @param isValid gets the stored text itself if it is not JSON.
 */
export function stored<T>(
  area: 'localStorage' | 'sessionStorage',
  key: string,
  isValid: (value: unknown) => value is T,
  report: (operation: Operation, error: unknown) => void = warn,
): Stored<T> {
  /** What could not be stored. */
  let unsaved: T | undefined;

  /** @returns whether the storage did it. */
  function tryTo(operation: Operation, act: (storage: Storage) => void): boolean {
    let doing: Operation = 'open';
    try {
      // Reading the property itself throws where the visitor blocks all site data.
      const storage = globalThis[area];
      doing = operation;
      act(storage);
      return true;
    } catch (error) {
      report(doing, error);
      return false;
    }
  }

  return {
    read() {
      let text: string | null = null;
      if (unsaved === undefined) {
        tryTo('get', (storage) => {
          text = storage.getItem(key);
        });
      }
      const value = text === null ? unsaved : parse(text);
      return isValid(value) ? value : undefined;
    },
    write(value) {
      const isSaved = tryTo('set', (storage) => storage.setItem(key, JSON.stringify(value)));
      unsaved = isSaved ? undefined : value;
    },
    clear() {
      unsaved = undefined;
      tryTo('set', (storage) => storage.removeItem(key));
    },
    subscribe(listener) {
      const listening = new AbortController();
      const { signal } = listening;
      addEventListener(
        'storage',
        (event) => {
          if (event.key === key || event.key === null) listener();
        },
        { signal },
      );
      // A page in the back/forward cache gets no `storage` events.
      addEventListener('pageshow', (event) => event.persisted && listener(), { signal });
      return () => listening.abort();
    },
  };
}

/** For what another module checks. */
export function isStored(value: unknown): value is unknown {
  return value !== undefined;
}

/** A value in the page's history entry: it survives a reload, and coming back to the page. */
export function storedInHistory<T>(name: string, isValid: (value: unknown) => value is T) {
  return {
    read(): T | undefined {
      const value: unknown = Object(history.state)[name];
      return isValid(value) ? value : undefined;
    },
    write(value: T): void {
      try {
        history.replaceState({ ...history.state, [name]: value }, '');
      } catch {
        // Safari allows 100 calls in 30 seconds.
      }
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function warn(operation: Operation, error: unknown): void {
  if (operation !== 'get') console.warn('Something is kept only until this page is closed.', error);
}
