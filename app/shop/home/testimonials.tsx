import { useRef, useState } from 'react';
import { useIsNear, useLazy } from '#app/ui/defer-loading.ts';
import { reveal } from '#app/ui/reveal.ts';
import styles from './testimonials.module.css';

interface Testimonial {
  id: number;
  text: string;
  name: string;
}

/**
 * The carousel pattern of the ARIA Authoring Practices. It starts as a scrollable row with all slides.
 * Near the viewport the controls load and take over the same row, so nothing is replaced, nothing
 * shifts, and no focus is lost.
 */
export function Testimonials({ testimonials }: { testimonials: Testimonial[] }) {
  const section = useRef<HTMLElement>(null);
  const { Component: Controls } = useLazy(
    useIsNear(() => [section.current], '100% 0px'),
    loadControls,
  );
  const [row, setRow] = useState<HTMLElement | null>(null);
  const [hovered, setHovered] = useState(false);
  const [focused, setFocused] = useState(false);
  const [shown, setShown] = useState<number>();
  const paused = hovered || focused;
  return (
    <section
      ref={section}
      className={styles.section}
      aria-roledescription="carousel"
      aria-labelledby="testimonials-title"
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      // A press focuses too, and the focus stays: only the keyboard's pauses the carousel.
      onFocus={({ target }) => setFocused(target.matches(':focus-visible'))}
      onBlur={() => setFocused(false)}
    >
      <div className={`${styles.inner} page`} {...reveal()}>
        <h2 id="testimonials-title" className={styles.title}>
          What people say
        </h2>
        <div className={styles.controls}>
          {Controls && row && (
            <Controls
              row={row}
              listId="testimonials"
              names={testimonials.map(({ name }) => name)}
              paused={paused}
              shown={shown}
              onShow={setShown}
            />
          )}
        </div>
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form. */}
        <div
          ref={setRow}
          role="group"
          aria-label="Testimonials"
          className={styles.row}
          data-moved={shown !== undefined}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable row must be reachable by keyboard.
          tabIndex={0}
        >
          <ul id="testimonials" className={styles.slides} aria-live={paused ? 'polite' : 'off'}>
            {testimonials.map(({ id, text, name }, index) => (
              <li
                key={id}
                className={styles.slide}
                aria-roledescription="slide"
                aria-label={`${index + 1} of ${testimonials.length}`}
                aria-hidden={shown !== undefined && shown !== index}
              >
                <figure className={styles.figure}>
                  <blockquote className={`${styles.quote} quote`}>{text}</blockquote>
                  <figcaption>{name}</figcaption>
                </figure>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

/** Until they have loaded, or if they fail, the row is scrollable. */
async function loadControls() {
  return (await import('./carousel-controls.tsx')).CarouselControls;
}
