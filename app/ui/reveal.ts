import type { RefCallback } from 'react';
import './reveal.css';

/** How far above the lower edge of the window a block's top must come before it shows (spec §9). */
const OFFSET_PX = 100;
/** How much later each block follows the one before it (spec §9). */
const STAGGER_MS = 20;

/**
 * Makes a block fade in when it is scrolled to: `<li {...reveal(index)}>`. The server's page has
 * nothing hidden, so that it reads without scripts; only what is still below the window is hidden.
 */
export function reveal(order = 0): { ref: RefCallback<HTMLElement>; 'data-reveal-order': number } {
  return { ref: revealOnScroll, 'data-reveal-order': order };
}

/** One for all blocks: where each has its own, the browser reckons the page's styles anew for each. */
let observer: IntersectionObserver | undefined;

function revealOnScroll(block: HTMLElement): () => void {
  // Not a `style` in the server's HTML: the security policy takes styles only from stylesheets.
  block.style.animationDelay = `${Number(block.dataset.revealOrder) * STAGGER_MS}ms`;
  observer ??= new IntersectionObserver(update, {
    // Upwards without end: a block that a jump has left behind counts as reached.
    rootMargin: `1000000px 0px -${OFFSET_PX}px`,
  });
  observer.observe(block);
  return () => observer?.unobserve(block);
}

function update(entries: IntersectionObserverEntry[], blocks: IntersectionObserver): void {
  // Asked before anything is changed, or it would cost a layout.
  const windowHeight = innerHeight;
  for (const { target, isIntersecting, boundingClientRect } of entries) {
    if (!(target instanceof HTMLElement)) continue;
    if (!isIntersecting && boundingClientRect.top >= windowHeight) {
      target.dataset.reveal = 'waiting';
    } else {
      // What was in sight from the start has never waited, and does not flash.
      if (target.dataset.reveal === 'waiting') target.dataset.reveal = 'shown';
      blocks.unobserve(target);
    }
  }
}
