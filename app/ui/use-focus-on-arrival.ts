import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Focuses a new page or the target of its hash, as loading a document would. */
export function useFocusOnArrival(): void {
  const { pathname, hash, key } = useLocation();
  const last = useRef({ pathname, key });
  useEffect(() => {
    const { pathname: lastPathname, key: lastKey } = last.current;
    last.current = { pathname, key };
    // The first page, or only the query has changed.
    if (key === lastKey || (hash === '' && pathname === lastPathname)) return;
    document.getElementById(hash.slice(1) || 'main')?.focus({ preventScroll: true });
  }, [pathname, hash, key]);
}
