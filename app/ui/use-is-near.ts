import { type RefObject, useEffect, useState } from 'react';

/** Whether a place is on the screen or no further from it than `margin` (as `rootMargin` has it). */
export function useIsNear(place: RefObject<HTMLElement | null>, margin: string): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(
      (entries) => setNear(entries.some(({ isIntersecting }) => isIntersecting)),
      { rootMargin: margin },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place, margin]);
  return isNear;
}
