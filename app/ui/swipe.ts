import { type TouchEvent, useRef } from 'react';

/** How far a finger moves sideways before it is a swipe (spec §9). */
const THRESHOLD_PX = 20;

/** Handlers for an element that is swiped: `<div {...useSwipe(turn)}>`. */
export function useSwipe(onSwipe: (direction: 'left' | 'right') => void) {
  const start = useRef<{ x: number; y: number }>(undefined);
  return {
    onTouchStart({ touches }: TouchEvent) {
      const finger = touches[0];
      // Two fingers magnify, and one moves what has been magnified.
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
