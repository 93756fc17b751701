import { type RefObject, useEffect, useState } from 'react';
import type { CollectionCalendar } from './collection-calendar.tsx';

type Calendar = typeof CollectionCalendar;

/** The calendar, fetched when the visitor comes near its place; until then there is none. */
export function useCalendar(place: RefObject<HTMLElement | null>): Calendar | undefined {
  const [calendar, setCalendar] = useState<{ Calendar: Calendar }>();

  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver(
      async ([entry]) => {
        if (!entry?.isIntersecting) return;
        try {
          const { CollectionCalendar } = await import('./collection-calendar.tsx');
          observer.disconnect();
          setCalendar({ Calendar: CollectionCalendar });
        } catch {
          // It is tried again on coming back to it; the days below it can be chosen without.
        }
      },
      { rootMargin: '50% 0px' },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place]);

  return calendar?.Calendar;
}
