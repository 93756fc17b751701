import { type ComponentType, type RefObject, useEffect, useState } from 'react';
import type { CarouselControlsProps } from './carousel-controls.tsx';

/** The carousel's script, once the section is no more than a screen away. */
export function useCarouselControls(section: RefObject<HTMLElement | null>) {
  const [Controls, setControls] = useState<ComponentType<CarouselControlsProps>>();

  useEffect(() => {
    if (!section.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        import('./carousel-controls.tsx').then(
          ({ CarouselControls }) => setControls(() => CarouselControls),
          // On a train, say. The row stays, and is scrolled by hand.
          () => {},
        );
      },
      { rootMargin: '100% 0px' },
    );
    observer.observe(section.current);
    return () => observer.disconnect();
  }, [section]);

  return Controls;
}
