import {
  type KeyboardEvent,
  type MouseEvent,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router';
import { CROSS, Icon } from './icon.tsx';
import styles from './large-photo.module.css';
import { useHistoryEntry } from './open-dialogs.ts';
import { findPhoto, Photo } from './photo.tsx';
import { useSwipe } from './swipe.ts';

/** What is in the picture, by its file name. */
export type PhotoLinks = Record<string, { title: string; path: string }>;

export interface LargePhotoProps {
  label: string;
  files: string[];
  links?: PhotoLinks;
  /** What is seen in each, by file name. */
  alts: Record<string, string>;
  shown: string;
  onShow: (file: string) => void;
  onClose: () => void;
}

/** How far the button magnifies. A pinch is the browser's own. */
const ZOOM = 2.5;
const PAN_PX = 120;

/** One photo in full size over the page. A click outside the buttons closes it. */
export function LargePhoto({ label, files, links, alts, shown, onShow, onClose }: LargePhotoProps) {
  const photoId = useId();
  const overlay = useRef<HTMLDialogElement>(null);
  const index = files.indexOf(shown);
  const link = links?.[shown];
  const ratio = ratioOf(shown);
  const scroller = useRef<HTMLDivElement>(null);
  const [zoomed, setZoomed] = useState<string>();
  const isZoomed = zoomed === shown;
  const swipe = useSwipe((direction) => {
    if (!isZoomed) turn(direction === 'left' ? 1 : -1);
  });

  useLayoutEffect(() => {
    if (!overlay.current?.open) overlay.current?.showModal();
  }, []);
  useHistoryEntry(overlay);

  // The middle of the photo is seen first.
  useLayoutEffect(() => {
    const { current: box } = scroller;
    if (!box || !isZoomed) return;
    box.scrollTo(
      (box.scrollWidth - box.clientWidth) / 2,
      (box.scrollHeight - box.clientHeight) / 2,
    );
  }, [isZoomed]);

  function turn(by: 1 | -1) {
    const next = files.at((index + by) % files.length);
    if (next) onShow(next);
  }

  function press({ key }: KeyboardEvent) {
    const [x, y] = PAN[key] ?? [0, 0];
    if (isZoomed) scroller.current?.scrollBy(x * PAN_PX, y * PAN_PX);
    else if (x !== 0) turn(x);
  }

  /** At once: the event of closing comes later, and a photo that is opened before it would be closed again. */
  function close(dialog: HTMLDialogElement) {
    dialog.close();
    onClose();
  }

  function closeOnEscape(event: SyntheticEvent<HTMLDialogElement>) {
    event.preventDefault();
    close(event.currentTarget);
  }

  function click({ currentTarget, target }: MouseEvent<HTMLDialogElement>) {
    // A link's page closes it.
    if (target instanceof Element && target.closest('a')) return;
    if (isZoomed && target instanceof HTMLImageElement) setZoomed(undefined);
    else close(currentTarget);
  }

  return (
    <dialog
      ref={overlay}
      className={styles.overlay}
      aria-label={label}
      aria-describedby={photoId}
      onClick={click}
      onKeyDown={press}
      onCancel={closeOnEscape}
      onClose={onClose}
      {...swipe}
    >
      <button type="button" className={`${styles.button} ${styles.close}`}>
        <Icon path={CROSS} />
        Close
      </button>
      <RoundButton
        place="zoom"
        label={isZoomed ? 'Zoom out' : 'Zoom in'}
        path={isZoomed ? 'M4 11h14' : 'M4 11h14M11 4v14'}
        onPress={() => setZoomed(isZoomed ? undefined : shown)}
      />
      <RoundButton
        place="previous"
        label="Previous photo"
        path="M14 4l-7 7 7 7"
        onPress={() => turn(-1)}
      />
      {/* Not a figure: screen readers would read only its caption, not the photo's `alt`. */}
      <div id={photoId} aria-live="polite" aria-atomic="true" className={styles.shown}>
        <div key={shown} ref={scroller} className={styles.scroller}>
          <div
            className={styles.frame}
            style={{
              width: `calc(${isZoomed ? ZOOM : 1} * min(100vw, ${100 * ratio}dvh))`,
              aspectRatio: ratio,
            }}
          >
            <Photo
              file={shown}
              alt={alts[shown]}
              sizes={sizesOf(ratio, isZoomed ? ZOOM : 1)}
              className={styles.photo}
            />
          </div>
        </div>
        <div className={`${styles.caption} cluster`}>
          <p>
            {index + 1} of {files.length}
          </p>
          {link && (
            <Link to={link.path} replace className={styles.button}>
              See {link.title}
            </Link>
          )}
        </div>
      </div>
      <RoundButton place="next" label="Next photo" path="M8 4l7 7-7 7" onPress={() => turn(1)} />
    </dialog>
  );
}

const PAN: Record<string, [x: -1 | 0 | 1, y: -1 | 0 | 1]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Known before the photo has loaded. */
function ratioOf(file: string): number {
  const { width, height } = findPhoto(file) ?? { width: 1, height: 1 };
  return width / height;
}

/** The frame's width for `sizes`, in which the HTML checker rejects `min()`. */
function sizesOf(ratio: number, zoom: number): string {
  const [width, height] = [100 * zoom, 100 * zoom * ratio].map(Math.round);
  return `(max-aspect-ratio: ${Math.round(100 * ratio)}/100) ${width}vw, ${height}vh`;
}

interface RoundButtonProps {
  place: 'zoom' | 'previous' | 'next';
  label: string;
  path: string;
  onPress: () => void;
}

function RoundButton({ place, label, path, onPress }: RoundButtonProps) {
  function keepOpen(event: MouseEvent) {
    event.stopPropagation();
    onPress();
  }
  return (
    <button
      type="button"
      className={`${styles.button} ${styles[place]}`}
      aria-label={label}
      onClick={keepOpen}
    >
      <Icon path={path} />
    </button>
  );
}
