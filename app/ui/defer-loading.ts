import { type ComponentType, type RefObject, useEffect, useEffectEvent, useState } from 'react';

interface Lazy<Props> {
  Component: ComponentType<Props> | undefined;
  /** The module failed to load. The next change of `trigger` retries it. */
  failed: boolean;
}

/** Loads a component's module on first use. `trigger` is a flag, or a counter that starts at 0. */
export function useLazy<Props>(
  trigger: boolean | number,
  load: () => Promise<ComponentType<Props>>,
): Lazy<Props> {
  const [Component, setComponent] = useState<ComponentType<Props>>();
  const [failed, setFailed] = useState(false);

  const loadComponent = useEffectEvent(async () => {
    setFailed(false);
    try {
      const loaded = await load();
      setComponent(() => loaded);
    } catch {
      setFailed(true);
    }
  });
  useEffect(() => {
    if (trigger) void loadComponent();
  }, [trigger]);

  return { Component, failed };
}

/** Whether an element is on the screen or within `margin` of it (a `rootMargin`). */
export function useIsNear(element: RefObject<HTMLElement | null>, margin: string): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: margin },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, margin]);
  return isNear;
}

/** Limits the wait on a page that is never idle. */
const MAX_WAIT_MS = 3_000;

/** Calls `callback` when the browser is idle. */
export function whenIdle(callback: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: MAX_WAIT_MS });
  else setTimeout(callback, 1);
}
