import Autoplay from 'embla-carousel-autoplay';
import useEmblaCarousel from 'embla-carousel-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import styles from './carousel-controls.module.css';

/** How far a slide is dragged before it moves (spec §9). */
const DRAG_THRESHOLD = 5;
/** How long a testimonial stays before the next comes by itself (spec §9). */
const AUTO_ADVANCE_MS = 1_000_000;
/** Embla's own measure, not milliseconds. */
const SLIDE_SPEED = 25;

export interface CarouselControlsProps {
  /** What is moved: the window on the list of slides. */
  row: HTMLElement;
  listId: string;
  names: string[];
  /** Someone is reading or using it. */
  paused: boolean;
  onShow: (index: number) => void;
}

/** The buttons of the carousel, and with them what moves it. */
export function CarouselControls({ row, listId, names, paused, onShow }: CarouselControlsProps) {
  const [startIndex] = useState(() => Math.round(row.scrollLeft / row.clientWidth));
  const [shown, setShown] = useState(startIndex);
  const [stopped, setStopped] = useState(false);
  const [still] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  const [attach, embla] = useEmblaCarousel(
    // Without a duration the next slide is simply there.
    { loop: true, startIndex, dragThreshold: DRAG_THRESHOLD, duration: still ? 0 : SLIDE_SPEED },
    // Once dragged it stays still; for the rest `paused` and the button say when it stands.
    still ? [] : [Autoplay({ delay: AUTO_ADVANCE_MS })],
  );
  const autoplay = embla?.plugins().autoplay;

  useEffect(() => {
    row.scrollLeft = 0;
    attach(row);
    return () => attach(null);
  }, [attach, row]);

  useEffect(() => {
    if (!embla) return;
    function show() {
      if (!embla) return;
      setShown(embla.selectedScrollSnap());
      onShow(embla.selectedScrollSnap());
    }
    show();
    embla.on('select', show).on('reInit', show);
    return () => {
      embla.off('select', show).off('reInit', show);
    };
  }, [embla, onShow]);

  useEffect(() => {
    if (paused || stopped) autoplay?.stop();
    else autoplay?.play();
  }, [autoplay, paused, stopped]);

  function moveByKey({ key }: KeyboardEvent) {
    if (key === 'ArrowRight') embla?.scrollNext();
    if (key === 'ArrowLeft') embla?.scrollPrev();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form.
    <div
      role="group"
      aria-label="Choose a testimonial"
      className={styles.controls}
      onKeyDown={moveByKey}
    >
      {autoplay && (
        <button
          type="button"
          className={`${styles.button} ${styles.rotation}`}
          aria-label={stopped ? 'Start changing by itself' : 'Stop changing by itself'}
          onClick={() => setStopped(!stopped)}
        >
          <Icon path={stopped ? 'M7 4l10 7-10 7z' : 'M7 4v14M15 4v14'} />
        </button>
      )}
      <button
        type="button"
        className={styles.button}
        aria-label="Previous testimonial"
        aria-controls={listId}
        onClick={() => embla?.scrollPrev()}
      >
        <Icon path="M14 4l-7 7 7 7" />
      </button>
      <div className={styles.dots}>
        {names.map((name, index) => (
          <button
            key={name}
            type="button"
            className={styles.dot}
            aria-label={`Testimonial ${index + 1} of ${names.length}`}
            aria-current={index === shown}
            aria-controls={listId}
            onClick={() => embla?.scrollTo(index)}
          />
        ))}
      </div>
      <button
        type="button"
        className={styles.button}
        aria-label="Next testimonial"
        aria-controls={listId}
        onClick={() => embla?.scrollNext()}
      >
        <Icon path="M8 4l7 7-7 7" />
      </button>
    </div>
  );
}

function Icon({ path }: { path: string }) {
  return (
    <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
