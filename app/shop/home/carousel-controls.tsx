import Autoplay from 'embla-carousel-autoplay';
import useEmblaCarousel from 'embla-carousel-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import styles from './carousel-controls.module.css';

/** Pixels (spec §9). */
const DRAG_THRESHOLD = 5;
/** Spec §9. */
const AUTO_ADVANCE_MS = 1_000_000;
/** In Embla's unit, not milliseconds. */
const SLIDE_SPEED = 25;

interface CarouselControlsProps {
  /** The scroll container of the slides. */
  row: HTMLElement;
  listId: string;
  names: string[];
  /** The carousel is hovered or focused. */
  paused: boolean;
  onShow: (index: number) => void;
}

/** The carousel's buttons and its script, Embla. */
export function CarouselControls({ row, listId, names, paused, onShow }: CarouselControlsProps) {
  const [startIndex] = useState(() => Math.round(row.scrollLeft / row.clientWidth));
  const [shown, setShown] = useState(startIndex);
  const [stopped, setStopped] = useState(false);
  const [still] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  const [attach, embla] = useEmblaCarousel(
    // With duration 0 slides change without an animation.
    { loop: true, startIndex, dragThreshold: DRAG_THRESHOLD, duration: still ? 0 : SLIDE_SPEED },
    // A press stops autoplay until it ends; otherwise `paused` and the button control it.
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

  /** Embla moves on only after a long or quick drag, so the threshold is checked here. */
  const endPress = useEffectEvent((from: Press, to: Point) => {
    const across = to.x - from.x;
    const isDrag = Math.abs(across) > DRAG_THRESHOLD && Math.abs(across) > Math.abs(to.y - from.y);
    if (isDrag && embla?.selectedScrollSnap() === from.shown) {
      if (across < 0) embla.scrollNext();
      else embla.scrollPrev();
    }
    if (!paused && !stopped) autoplay?.play();
  });
  useEffect(() => {
    if (!embla) return;
    const listening = new AbortController();
    const { signal } = listening;
    for (const [down, up] of PRESSES) {
      row.addEventListener(
        down,
        (begin) => {
          const from = { ...pointOf(begin), shown: embla.selectedScrollSnap() };
          addEventListener(up, (end) => endPress(from, pointOf(end)), { once: true, signal });
        },
        { passive: true, signal },
      );
    }
    return () => listening.abort();
  }, [embla, row]);

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

const PRESSES = [
  ['mousedown', 'mouseup'],
  ['touchstart', 'touchend'],
] as const;

interface Point {
  x: number;
  y: number;
}

/** Where a press began, and the slide that was shown then. */
interface Press extends Point {
  shown: number;
}

function pointOf(event: MouseEvent | TouchEvent): Point {
  const point = 'changedTouches' in event ? event.changedTouches[0] : event;
  return { x: point?.clientX ?? 0, y: point?.clientY ?? 0 };
}

function Icon({ path }: { path: string }) {
  return (
    <svg className={styles.icon} width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
