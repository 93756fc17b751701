/** Imitates `animation-range: exit`: opaque at first, transparent when scrolled out at the top. */
export function fadeWithScroll(element: HTMLElement, signal: AbortSignal): void {
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const fade = () => {
    element.style.opacity = calm.matches ? '' : String(opacityAt(element));
  };
  addEventListener('scroll', fade, { passive: true, signal });
  addEventListener('resize', fade, { signal });
  calm.addEventListener('change', fade, { signal });
  fade();
}

function opacityAt(element: HTMLElement): number {
  const { bottom, height } = element.getBoundingClientRect();
  const left = bottom / Math.min(height, innerHeight);
  return Math.min(1, Math.max(0, left));
}
