import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';

interface Lazy<Props> {
  Component: ComponentType<Props> | undefined;
  /** The module failed to load. The next change of `trigger` retries it. */
  failed: boolean;
}

/** Loads a component's module on first use. `trigger` is a flag, or a counter that starts at 0. */
export function useLazy<Props>(
  trigger: boolean | number | undefined,
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

/**
 * Whether one of the elements is on the screen or within `margin` of it (a `rootMargin`).
 * @returns undefined until that is known.
 */
export function useIsNear(find: () => (Element | null)[], margin = '0px'): boolean | undefined {
  const [isNear, setNear] = useState<boolean>();
  const findNow = useEffectEvent(find);
  useEffect(() => {
    const near = new Set<Element>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) near.add(target);
          else near.delete(target);
        }
        setNear(near.size > 0);
      },
      { rootMargin: margin },
    );
    for (const element of findNow()) if (element) observer.observe(element);
    return () => observer.disconnect();
  }, [margin]);
  return isNear;
}

/** Limits the wait on a page that is never idle. */
const MAX_WAIT_MS = 3_000;

/** Calls `callback` when the browser is idle. */
export function whenIdle(callback: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(callback, { timeout: MAX_WAIT_MS });
  else setTimeout(callback, 1);
}
