/** The largest magnification; beyond it the largest files look blurred. */
const MAX_ZOOM = 3;

interface Point {
  x: number;
  y: number;
}

/** How far the content of a scroll container is magnified: its `--zoom`. */
export function zoomOf(scroller: HTMLElement): number {
  return Number(scroller.style.getPropertyValue('--zoom')) || 1;
}

/** Magnifies the first child of a scroll container, and keeps the point of the window where it is. */
export function zoomTo(scroller: HTMLElement, wanted: number, at: Point): void {
  const content = scroller.firstElementChild;
  if (!content) return;
  const before = content.getBoundingClientRect();
  scroller.style.setProperty('--zoom', String(Math.min(Math.max(wanted, 1), MAX_ZOOM)));
  const after = content.getBoundingClientRect();
  const scale = after.width / before.width;
  scroller.scrollBy(
    after.left + (at.x - before.left) * scale - at.x,
    after.top + (at.y - before.top) * scale - at.y,
  );
}

/** Zooms a scroll container while two fingers pinch it. @returns a function that ends this. */
export function zoomByPinch(scroller: HTMLElement, onZoom: () => void): () => void {
  let start: { distance: number; zoom: number } | undefined;

  function begin({ touches }: TouchEvent) {
    const pinch = pinchOf(touches);
    start = pinch && { distance: pinch.distance, zoom: zoomOf(scroller) };
  }

  function move(event: TouchEvent) {
    const pinch = pinchOf(event.touches);
    if (!pinch || !start) return;
    event.preventDefault();
    zoomTo(scroller, (start.zoom * pinch.distance) / start.distance, pinch.middle);
    onZoom();
  }

  scroller.addEventListener('touchstart', begin, { passive: true });
  // React's own listener is passive and cannot stop the browser from zooming the page.
  scroller.addEventListener('touchmove', move, { passive: false });
  return () => {
    scroller.removeEventListener('touchstart', begin);
    scroller.removeEventListener('touchmove', move);
  };
}

function pinchOf([first, second]: Iterable<Touch>) {
  if (!first || !second) return undefined;
  return {
    distance: Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY),
    middle: {
      x: (first.clientX + second.clientX) / 2,
      y: (first.clientY + second.clientY) / 2,
    },
  };
}
