import { type TouchEvent, useRef } from 'react';

/** Minimum horizontal distance of a swipe (spec §9). */
const THRESHOLD_PX = 20;

/** Touch handlers for an element: `<div {...useSwipe(turn)}>`. */
export function useSwipe(onSwipe: (direction: 'left' | 'right') => void) {
  const start = useRef<{ x: number; y: number }>(undefined);
  return {
    onTouchStart({ touches }: TouchEvent) {
      const finger = touches[0];
      // Ignores pinching, and panning a magnified page.
      const magnifies = touches.length > 1 || (window.visualViewport?.scale ?? 1) > 1;
      start.current = finger && !magnifies ? { x: finger.clientX, y: finger.clientY } : undefined;
    },
    onTouchEnd({ changedTouches }: TouchEvent) {
      const finger = changedTouches[0];
      if (!finger || !start.current) return;
      const across = finger.clientX - start.current.x;
      const down = finger.clientY - start.current.y;
      if (Math.abs(across) <= THRESHOLD_PX || Math.abs(across) < Math.abs(down)) return;
      onSwipe(across < 0 ? 'left' : 'right');
    },
  };
}
