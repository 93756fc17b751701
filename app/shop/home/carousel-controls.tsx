import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Icon } from '#app/ui/icon.tsx';
import styles from './carousel-controls.module.css';

/** Pixels (spec §9). */
const DRAG_THRESHOLD = 5;
/** Spec §9. */
const AUTO_ADVANCE_MS = 1_000_000;
/** Without a scroll event for so long, it has ended. */
const REST_MS = 150;

interface CarouselControlsProps {
  /** The scroll container of the slides. */
  row: HTMLElement;
  listId: string;
  names: string[];
  /** The carousel is hovered or focused. */
  paused: boolean;
  /** The index of a slide; undefined until this says which it is. */
  shown: number | undefined;
  onShow: (index: number) => void;
}

/** The buttons of the carousel, its timer, and dragging by mouse: fingers scroll it by themselves. */
export function CarouselControls(props: CarouselControlsProps) {
  const { row, listId, names, paused, shown = 0, onShow } = props;
  const [stopped, setStopped] = useState(false);
  const [still] = useState(() => matchMedia('(prefers-reduced-motion: reduce)').matches);

  function show(index: number) {
    const wrapped = (index + names.length) % names.length;
    onShow(wrapped);
    row.scrollTo({ left: wrapped * row.clientWidth, behavior: still ? 'instant' : 'smooth' });
  }

  const readPosition = useEffectEvent(() => {
    row.style.scrollSnapType = '';
    onShow(Math.round(row.scrollLeft / row.clientWidth));
  });
  // Safari has no event for the end of scrolling before 26.2.
  const rest = useRef(0);
  const readLater = useEffectEvent(() => {
    clearTimeout(rest.current);
    rest.current = window.setTimeout(() => readPosition(), REST_MS);
  });
  const drag = useEffectEvent(({ pointerType, pointerId, clientX: from }: PointerEvent) => {
    if (pointerType !== 'mouse') return;
    const { scrollLeft } = row;
    const pressed = new AbortController();
    const { signal } = pressed;
    let across = 0;
    row.setPointerCapture(pointerId);
    row.addEventListener(
      'pointermove',
      ({ clientX }) => {
        across = from - clientX;
        // Until it has arrived at a slide.
        row.style.scrollSnapType = 'none';
        row.scrollLeft = scrollLeft + across;
      },
      { signal },
    );
    const release = () => {
      pressed.abort();
      show(shown + (Math.abs(across) > DRAG_THRESHOLD ? Math.sign(across) : 0));
    };
    row.addEventListener('lostpointercapture', release, { signal });
  });
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    readPosition();
    if ('onscrollend' in window)
      row.addEventListener('scrollend', () => readPosition(), { signal });
    else row.addEventListener('scroll', () => readLater(), { signal });
    row.addEventListener('pointerdown', (event) => drag(event), { signal });
    return () => listening.abort();
  }, [row]);

  const isMoving = !still && !paused && !stopped;
  const advance = useEffectEvent(show);
  useEffect(() => {
    if (!isMoving) return;
    const timer = setTimeout(() => advance(shown + 1), AUTO_ADVANCE_MS);
    return () => clearTimeout(timer);
  }, [isMoving, shown]);

  function moveByKey({ key }: KeyboardEvent) {
    if (key === 'ArrowRight') show(shown + 1);
    if (key === 'ArrowLeft') show(shown - 1);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form.
    <div role="group" aria-label="Choose a testimonial" className="cluster" onKeyDown={moveByKey}>
      {!still && (
        <button
          type="button"
          className={`round ${styles.button} ${styles.rotation}`}
          aria-label={stopped ? 'Start changing by itself' : 'Stop changing by itself'}
          onClick={() => setStopped(!stopped)}
        >
          <Icon path={stopped ? 'M7 4l10 7-10 7z' : 'M7 4v14M15 4v14'} />
        </button>
      )}
      <button
        type="button"
        className={`${styles.button} round`}
        aria-label="Previous testimonial"
        aria-controls={listId}
        onClick={() => show(shown - 1)}
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
            onClick={() => show(index)}
          />
        ))}
      </div>
      <button
        type="button"
        className={`${styles.button} round`}
        aria-label="Next testimonial"
        aria-controls={listId}
        onClick={() => show(shown + 1)}
      >
        <Icon path="M8 4l7 7-7 7" />
      </button>
    </div>
  );
}
