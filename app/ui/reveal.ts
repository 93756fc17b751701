import type { RefCallback } from 'react';
import './reveal.css';

/** Distance of a block's top from the lower edge of the window at which it shows (spec §9). */
const OFFSET_PX = 100;
/** Delay between consecutive blocks (spec §9). */
const STAGGER_MS = 20;

/**
 * Fades a block in when it is scrolled into view: `<li {...reveal(index)}>`. Server-rendered HTML
 * hides nothing, so that it works without scripts; only blocks below the window are hidden later.
 */
export function reveal(order = 0): { ref: RefCallback<HTMLElement>; 'data-reveal-order': number } {
  return { ref: revealOnScroll, 'data-reveal-order': order };
}

/** Shared: with one observer per block the browser recalculates styles for each. */
let observer: IntersectionObserver | undefined;

function revealOnScroll(block: HTMLElement): () => void {
  // Not a `style` attribute in the HTML, which the security policy blocks.
  block.style.animationDelay = `${Number(block.dataset.revealOrder) * STAGGER_MS}ms`;
  observer ??= new IntersectionObserver(update, {
    // Unlimited upwards: a block above the window counts as revealed.
    rootMargin: `1000000px 0px -${OFFSET_PX}px`,
  });
  observer.observe(block);
  return () => observer?.unobserve(block);
}

function update(entries: IntersectionObserverEntry[], blocks: IntersectionObserver): void {
  // Read before any change, to avoid a forced layout.
  const windowHeight = innerHeight;
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    if (!(target instanceof HTMLElement)) continue;
    if (!isIntersecting && boundingClientRect.top >= windowHeight) {
      target.dataset.reveal = 'waiting';
    } else {
      // Blocks visible from the start never waited and do not fade in.
      if (target.dataset.reveal === 'waiting') target.dataset.reveal = 'shown';
      blocks.unobserve(target);
    }
  }
}
