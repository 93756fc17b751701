import { type MouseEvent, type ReactNode, useSyncExternalStore } from 'react';
import { href, useLocation } from 'react-router';
import kit from '#app/ui/kit/kit.module.css';
import { VisuallyHidden } from '#app/ui/text.tsx';
import type { Fulfilment } from '#domain/book/collection.ts';
import styles from './fulfilment-form.module.css';
import { currentTicks, noTicks, shownFulfilment, subscribe, type Ticked, tick } from './ticks.ts';

export function useTicks() {
  return useSyncExternalStore(subscribe, currentTicks, noTicks);
}

/** What a collection is, with the ticks of this browser that are on their way. */
export function useFulfilment(collection: Ticked): { fulfilment: Fulfilment; isWaiting: boolean } {
  const ticks = useTicks();
  const { number, day } = collection;
  return {
    fulfilment: shownFulfilment(ticks, collection),
    isWaiting:
      ticks.obstacle !== undefined &&
      ticks.waiting.some((waiting) => waiting.number === number && waiting.day === day),
  };
}

interface FulfilmentFormProps {
  collection: Ticked;
  from: Fulfilment;
  fulfilment: Fulfilment;
  /** Shown as ticked; the button takes it back. */
  isPressed?: boolean;
  /** The key that presses it. */
  shortcut?: 'c' | 'r';
  className?: string | undefined;
  children: ReactNode;
}

/** One tick: a form, which works without scripts. With them it neither reloads nor waits. */
export function FulfilmentForm({
  collection,
  from,
  fulfilment,
  isPressed,
  shortcut,
  className,
  children,
}: FulfilmentFormProps) {
  const { pathname, search } = useLocation();
  return (
    <form
      method="post"
      className={styles.form}
      action={href('/owner/orders/:order/made', { order: collection.number })}
      onSubmit={(event) => {
        event.preventDefault();
        const card = event.currentTarget.closest('article');
        tick(collection, fulfilment);
        if (fulfilment === 'collected') requestAnimationFrame(() => showNextTicks(card));
      }}
    >
      <input type="hidden" name="day" value={collection.day} />
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="fulfilment" value={fulfilment} />
      <input type="hidden" name="back" value={pathname + search} />
      <button
        type="submit"
        className={className ?? `${kit.tile} ${styles.tick}`}
        aria-pressed={isPressed}
        data-shortcut={shortcut}
        aria-keyshortcuts={shortcut}
        onClick={(event) => {
          if (isSecondTap(event, collection)) event.preventDefault();
        }}
      >
        {children}
      </button>
    </form>
  );
}

/** The card has become a line: the ticks of the next one that is not collected come into view, above the notice. */
function showNextTicks(card: Element | null): void {
  if (!card) return;
  const cards = [...document.querySelectorAll('article[data-row]')];
  const next = cards.slice(cards.indexOf(card) + 1);
  const open = next.find((each) => !each.matches('[data-folded]'));
  open?.querySelector('[data-ticks]')?.scrollIntoView({ block: 'nearest' });
}

const SECOND_TAP_MS = 500;
const SECOND_TAP_PX = 24;
let lastTap: { of: string; at: number; x: number; y: number } | undefined;

/** Whether a double tap on one card has met the next, which moved under the finger as the first became a line. */
function isSecondTap(
  { detail, timeStamp: at, clientX: x, clientY: y }: MouseEvent,
  { number, day }: Ticked,
): boolean {
  // By a key.
  if (detail === 0) return false;
  const of = `${number} ${day}`;
  if (
    lastTap &&
    lastTap.of !== of &&
    at - lastTap.at < SECOND_TAP_MS &&
    Math.hypot(x - lastTap.x, y - lastTap.y) < SECOND_TAP_PX
  ) {
    return true;
  }
  lastTap = { of, at, x, y };
  return false;
}

/** The big ticks of a collection. */
export function FulfilmentButtons({ collection, isPast }: { collection: Ticked; isPast: boolean }) {
  const { fulfilment, isWaiting } = useFulfilment(collection);
  const { name } = collection;
  const all = { collection, from: fulfilment };
  return (
    <div className={`cluster ${styles.buttons}`} data-ticks>
      {!isPast && fulfilment !== 'collected' && (
        <FulfilmentForm
          {...all}
          fulfilment={fulfilment === 'ready' ? 'to-make' : 'ready'}
          isPressed={fulfilment === 'ready'}
          shortcut="r"
        >
          <Box /> Ready <VisuallyHidden>: {name}</VisuallyHidden>
        </FulfilmentForm>
      )}
      <FulfilmentForm
        {...all}
        fulfilment={fulfilment === 'collected' ? (isPast ? 'to-make' : 'ready') : 'collected'}
        isPressed={fulfilment === 'collected'}
        shortcut="c"
      >
        <Box /> Collected <VisuallyHidden>: {name}</VisuallyHidden>
      </FulfilmentForm>
      {isPast && fulfilment !== 'collected' && (
        <FulfilmentForm
          {...all}
          fulfilment={fulfilment === 'missed' ? 'to-make' : 'missed'}
          isPressed={fulfilment === 'missed'}
        >
          <Box /> Not collected <VisuallyHidden>: {name}</VisuallyHidden>
        </FulfilmentForm>
      )}
      {isWaiting && <p className={`${kit.marked} ${styles.waiting}`}>Not sent yet</p>}
    </div>
  );
}

function Box() {
  return (
    <svg
      className={`icon ${styles.box}`}
      width="28"
      height="28"
      viewBox="0 0 28 28"
      aria-hidden="true"
    >
      <rect x="2" y="2" width="24" height="24" rx="6" />
      <path d="M8 14.500l4.200 4.200L20.500 10" />
    </svg>
  );
}
