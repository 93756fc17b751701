import { type ReactNode, useSyncExternalStore } from 'react';
import { href, useLocation } from 'react-router';
import { VisuallyHidden } from '#app/ui/text.tsx';
import type { Made } from '#domain/book/collection.ts';
import styles from './made-form.module.css';
import { currentTicks, noTicks, shownMade, subscribe, type Ticked, tick } from './ticks.ts';

export function useTicks() {
  return useSyncExternalStore(subscribe, currentTicks, noTicks);
}

/** What a collection is, with the ticks of this browser that are on their way. */
export function useMade(collection: Ticked): { made: Made; isWaiting: boolean } {
  const ticks = useTicks();
  const { number, day } = collection;
  return {
    made: shownMade(ticks, collection),
    isWaiting:
      ticks.obstacle !== undefined &&
      ticks.waiting.some((waiting) => waiting.number === number && waiting.day === day),
  };
}

interface MadeFormProps {
  collection: Ticked;
  from: Made;
  made: Made;
  /** Shown as ticked; the button takes it back. */
  isPressed?: boolean;
  /** The key that presses it. */
  shortcut?: 'c' | 'r';
  className?: string | undefined;
  children: ReactNode;
}

/** One tick: a form, which works without scripts. With them it neither reloads nor waits. */
export function MadeForm({
  collection,
  from,
  made,
  isPressed,
  shortcut,
  className,
  children,
}: MadeFormProps) {
  const { pathname, search } = useLocation();
  return (
    <form
      method="post"
      className={styles.form}
      action={href('/owner/orders/:order/made', { order: collection.number })}
      onSubmit={(event) => {
        event.preventDefault();
        tick(collection, made);
      }}
    >
      <input type="hidden" name="day" value={collection.day} />
      <input type="hidden" name="from" value={from} />
      <input type="hidden" name="made" value={made} />
      <input type="hidden" name="back" value={withoutNotice(pathname, search)} />
      <button
        type="submit"
        className={className ?? styles.tick}
        aria-pressed={isPressed}
        data-shortcut={shortcut}
        aria-keyshortcuts={shortcut}
      >
        {children}
      </button>
    </form>
  );
}

/** The big ticks of a collection. */
export function MadeButtons({ collection, isPast }: { collection: Ticked; isPast: boolean }) {
  const { made, isWaiting } = useMade(collection);
  const { name } = collection;
  const all = { collection, from: made };
  return (
    <div className={styles.buttons}>
      {!isPast && made !== 'collected' && (
        <MadeForm
          {...all}
          made={made === 'ready' ? 'to-make' : 'ready'}
          isPressed={made === 'ready'}
          shortcut="r"
        >
          <Box /> Ready <VisuallyHidden>: {name}</VisuallyHidden>
        </MadeForm>
      )}
      <MadeForm
        {...all}
        made={made === 'collected' ? (isPast ? 'to-make' : 'ready') : 'collected'}
        isPressed={made === 'collected'}
        shortcut="c"
      >
        <Box /> Collected <VisuallyHidden>: {name}</VisuallyHidden>
      </MadeForm>
      {isPast && made !== 'collected' && (
        <MadeForm
          {...all}
          made={made === 'missed' ? 'to-make' : 'missed'}
          isPressed={made === 'missed'}
        >
          <Box /> Not collected <VisuallyHidden>: {name}</VisuallyHidden>
        </MadeForm>
      )}
      {isWaiting && <p className={styles.waiting}>Not sent yet</p>}
    </div>
  );
}

function Box() {
  return (
    <svg className={styles.box} width="28" height="28" viewBox="0 0 28 28" aria-hidden="true">
      <rect x="2" y="2" width="24" height="24" rx="6" />
      <path d="M8 14.500l4.200 4.200L20.500 10" />
    </svg>
  );
}

/** The page's own address, without what an earlier form has added. */
function withoutNotice(pathname: string, search: string): string {
  const parameters = new URLSearchParams(search);
  parameters.delete('ticked');
  const rest = parameters.toString();
  return rest ? `${pathname}?${rest}` : pathname;
}
