import { useEffect, useRef, useState } from 'react';
import { Allergens } from '#app/ui/allergens.tsx';
import { Mark } from '#app/ui/brand.tsx';
import { Button } from '#app/ui/button.tsx';
import { useCafe } from '#app/ui/cafe.ts';
import { closeDialog, openDialog } from '#app/ui/open-dialogs.ts';
import { Photo } from '#app/ui/photo.tsx';
import { VisuallyHidden } from '#app/ui/text.tsx';
import { type Basket, basketTotal, itemTotal } from '#domain/basket/basket.ts';
import {
  type BasketDay,
  type BasketLine,
  basketDays,
  isAddOn,
  moveDay,
  putBack,
} from '#domain/basket/lines.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords, displayDay } from '#domain/calendar/days.ts';
import type { DayRules } from '#domain/calendar/rules.ts';
import { shownAllergens } from '#domain/catalogue/allergens.ts';
import { optionsInWords } from '#domain/catalogue/options.ts';
import { describeSize, fromPrice } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import { pipingProblem } from '#domain/orders/plain-text.ts';
import type { Pence } from '#domain/pence.ts';
import { removeFromBasket } from './basket-actions.ts';
import styles from './basket-content.module.css';
import { changeBasket, dismissNotices, useBasket } from './basket-store.ts';
import { CakeLink, type CakeOfPage } from './cake-link.tsx';
import { checkDay, choiceNotice, type Openness, ownNotice, whatBlocks } from './check-basket.ts';
import { type CurrentCake, fetchSuggestions, useCurrentPrices } from './current-cakes.ts';
import { DayChoice } from './day-choice.tsx';
import { LazyWaitForPlace } from './lazy-wait-for-place.tsx';
import { useCloseFullDays, useRulesNow, useToday } from './open-days.ts';
import { Quantity } from './quantity.tsx';
import { BasketTime } from './time-choice.tsx';

interface Removal {
  title: string;
  before: Basket;
  ids: number[];
}

export function BasketContent(props: { calendarRules: DayRules }) {
  const calendarRules = useRulesNow(props.calendarRules);
  const { basket, dropped } = useBasket();
  const [removal, setRemoval] = useState<Removal>();
  const [said, setSaid] = useState('');
  const { was, gone, cakes } = useCurrentPrices();
  const today = useToday();
  const closeFullDays = useCloseFullDays();
  const content = useRef<HTMLDivElement>(null);
  const days = basketDays(basket);
  const known = { basket, cakes, calendarRules, closeFullDays };
  const openness = new Map(days.map((day) => [day.day, today && checkDay(day, today, known)]));
  const choiceNotices = new Map(
    basket.map((item) => [item.id, choiceNotice(item, cakes.get(item.cake.id))]),
  );
  const blocked = whatBlocks(
    basket.filter(({ id }) => gone.has(id)),
    basket.filter(({ id }) => choiceNotices.get(id)),
    days.filter(({ day }) => openness.get(day)?.isClosed),
  );

  function remove({ item, ids }: BasketLine) {
    setRemoval({ title: item.cake.title, before: basket, ids });
    removeFromBasket(ids);
  }

  function undo({ before, ids }: Removal) {
    // Focus moves before its button is removed, so it is never lost.
    content.current?.focus();
    changeBasket((now) => putBack(now, before, ids));
    setRemoval(undefined);
  }

  function move(from: Day, to: Day) {
    content.current?.focus();
    changeBasket((now) => moveDay(now, from, to));
    setSaid(`Moved to ${dayInWords(to)}.`);
  }

  function dismissNotice() {
    content.current?.focus();
    dismissNotices();
  }

  return (
    <>
      <div ref={content} className={styles.content} tabIndex={-1}>
        {dropped > 0 && <DroppedNotice count={dropped} onDismiss={dismissNotice} />}
        <VisuallyHidden role="status">
          {said}
          {was.size > 0 && ' Prices have changed since you filled your basket.'}
        </VisuallyHidden>
        {days.length === 0 && <EmptyBasket />}
        {days.length > 1 && <p className={`${styles.visits} note`}>{visitsText(days)}</p>}
        {days.map(({ day, lines }) => (
          <section key={day} aria-label={`Collection on ${dayInWords(day)}`}>
            <DayHeading
              day={day}
              today={today}
              openness={openness.get(day)}
              calendarRules={calendarRules}
              onChoose={(another) => move(day, another)}
            />
            <ul>
              {lines.map((line) => (
                <BasketLineView
                  key={line.item.id}
                  line={line}
                  was={was.get(line.item.id)}
                  isGone={gone.has(line.item.id)}
                  page={cakes.get(line.item.cake.id) ?? line.item.cake}
                  notices={[
                    choiceNotices.get(line.item.id),
                    today && ownNotice(day, cakes.get(line.item.cake.id), today, calendarRules),
                  ]}
                  onRemove={() => remove(line)}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <div className={styles.foot}>
        <div className={styles.removal}>
          <p role="status">{removal && `Removed from your basket: ${removal.title}.`}</p>
          {removal && (
            <button
              key={removal.ids[0]}
              ref={takeFocus}
              type="button"
              className="word-button"
              onClick={() => undo(removal)}
            >
              Undo
            </button>
          )}
        </div>
        {basket.length > 0 && (
          <p className={`${styles.total} total`}>
            Total <strong>{formatPence(basketTotal(basket))}</strong>
          </p>
        )}
        <Actions
          isEmpty={basket.length === 0}
          blocked={blocked}
          onBlocked={() => content.current?.querySelector<HTMLElement>('[data-blocks]')?.focus()}
        />
      </div>
    </>
  );
}

function takeFocus(button: HTMLElement | null): void {
  button?.focus();
}

const TIMES = ['', 'once', 'twice', 'three times'];

function visitsText(days: BasketDay[]): string {
  const times = TIMES[days.length] ?? `${days.length} times`;
  return `You would come ${times}: on ${days.map(({ day }) => dayInWords(day, 'short')).join(' and ')}.`;
}

interface ActionsProps {
  isEmpty: boolean;
  /** Why this basket cannot be ordered; empty if it can. */
  blocked: string;
  onBlocked: () => void;
}

function Actions({ isEmpty, blocked, onBlocked }: ActionsProps) {
  const [askedTooSoon, setAskedTooSoon] = useState(false);

  function checkout() {
    setAskedTooSoon(isEmpty);
    if (isEmpty) return;
    if (blocked) return onBlocked();
    dismissNotices();
    closeDialog('basket');
    closeDialog('menu');
    openDialog('pick-up');
  }

  return (
    <>
      <p role="status" className={`${styles.tooSoon} problem`}>
        {askedTooSoon && isEmpty
          ? 'There is nothing to check out yet. Choose a cake first.'
          : blocked}
      </p>
      <div className={`${styles.actions} cluster`}>
        <Button variant="outline" onClick={() => closeDialog('basket')}>
          {/* The specification's spelling. */}
          Contine shopping
        </Button>
        <Button aria-disabled={isEmpty || blocked !== ''} onClick={checkout}>
          Checkout
        </Button>
      </div>
    </>
  );
}

/** Shown once, when stored items were invalid and dropped. */
function DroppedNotice({ count, onDismiss }: { count: number; onDismiss: () => void }) {
  return (
    <div className={styles.notice}>
      <p>
        {count === 1
          ? 'We could not read 1 item of your basket, so it was taken out.'
          : `We could not read ${count} items of your basket, so they were taken out.`}
      </p>
      <button type="button" className="word-button" onClick={onDismiss}>
        Dismiss
      </button>
    </div>
  );
}

const SUGGESTIONS = 3;

function EmptyBasket() {
  const [suggestions, setSuggestions] = useState<CurrentCake[]>([]);
  useEffect(() => {
    void fetchSuggestions(SUGGESTIONS).then(setSuggestions);
  }, []);
  return (
    <div className={`${styles.empty} stack`}>
      <Mark />
      <p>Your cart is empty.</p>
      <ul className={styles.suggestions}>
        {suggestions.map((cake) => (
          <li key={cake.id}>
            <CakeLink cake={cake} className={styles.suggestion}>
              <Photo
                file={cake.img}
                sizes="5rem"
                alt=""
                className={`${styles.suggestionPhoto} cover thumbnail`}
              />
              <span>
                <strong className="display">{cake.title}</strong>
                <span className="quiet">from {formatPence(fromPrice(cake))}</span>
              </span>
            </CakeLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface DayHeadingProps {
  day: Day;
  today: Day | undefined;
  openness: Openness | undefined;
  calendarRules: DayRules;
  onChoose: (another: Day) => void;
}

/** The day of the items below it, and other days for all of them. */
function DayHeading({ day, today, openness, calendarRules, onChoose }: DayHeadingProps) {
  const words = dayInWords(day, 'short');
  return (
    <div className={`${styles.day} apart`}>
      <h3>{words}</h3>
      <BasketTime day={day} rules={calendarRules} />
      {openness?.reason && (
        <p className={`${styles.closed} note`} tabIndex={-1} data-blocks>
          {words} can no longer be chosen: {openness.reason}.
        </p>
      )}
      <LazyWaitForPlace day={day} items={openness?.unfit} />
      <details open={openness?.isClosed}>
        <summary className={`${styles.otherDays} word-button`}>Choose another day</summary>
        {today && openness && (
          <DayChoice today={today} rules={openness.rules} chosen={day} onChoose={onChoose} />
        )}
      </details>
    </div>
  );
}

interface BasketLineProps {
  line: BasketLine;
  /** Its price before the cafe changed it. */
  was: Pence | undefined;
  /** It is not sold any more. */
  isGone: boolean;
  /** Where the cake's page is: the cafe may have moved it since. */
  page: CakeOfPage;
  /** Why its options cannot be ordered, and why the cake's own rules close its day. */
  notices: (string | undefined)[];
  onRemove: () => void;
}

function BasketLineView({ line, was, isGone, page, notices, onRemove }: BasketLineProps) {
  const { item, total } = line;
  const { cake, size, options = [], messageOnCake, selectedDay } = item;
  const unpiped = pipingProblem(messageOnCake, useCafe().piping);
  return (
    <li className={styles.item} data-touch={isAddOn(item) || undefined}>
      <Photo file={cake.img} sizes="6rem" alt="" className={`${styles.itemPhoto} thumbnail`} />
      <h4 className={`${styles.itemTitle} display`}>
        <CakeLink cake={page}>{cake.title}</CakeLink>
      </h4>
      <p className={`${styles.itemPrice} display`}>{formatPence(total)}</p>
      <dl>
        {describeSize(size) && (
          <>
            <dt>Size</dt>
            <dd>{describeSize(size)}</dd>
          </>
        )}
        {options.length > 0 && (
          <>
            <dt>Choice</dt>
            <dd>{optionsInWords(options)}</dd>
          </>
        )}
        {messageOnCake !== '' && (
          <>
            <dt>Message</dt>
            <dd className={styles.itemMessage}>“{messageOnCake}”</dd>
          </>
        )}
        <dt>Collection</dt>
        <dd>{displayDay(selectedDay)}</dd>
        {(shownAllergens(cake).length > 0 || cake.mayContain) && (
          <>
            <dt>Allergens</dt>
            <dd>
              <Allergens of={cake} />
            </dd>
          </>
        )}
      </dl>
      {was !== undefined && (
        <p className={`${styles.itemNote} problem`}>
          The price has changed: it was {formatPence(was)} and is now {formatPence(itemTotal(item))}
          .
        </p>
      )}
      {isGone && (
        <p className={`${styles.itemNote} problem`} tabIndex={-1} data-blocks>
          This can no longer be ordered.
        </p>
      )}
      {notices.map(
        (notice) =>
          notice && (
            <p key={notice} className={`${styles.itemNote} problem`} tabIndex={-1} data-blocks>
              {notice}.
            </p>
          ),
      )}
      {unpiped && <p className={`${styles.itemNote} problem`}>{unpiped}</p>}
      <div className={`${styles.itemActions} cluster`}>
        <Quantity line={line} />
        {!isAddOn(item) && (
          // It opens the page with the item's choices; what is chosen there replaces the item.
          <CakeLink cake={page} edit={item.id} className={`${styles.itemButton} word-button`}>
            Edit<VisuallyHidden> {cake.title}</VisuallyHidden>
          </CakeLink>
        )}
        <button
          type="button"
          className={`${styles.itemButton} word-button`}
          aria-label={`Remove ${cake.title}`}
          onClick={onRemove}
        >
          Remove
        </button>
      </div>
    </li>
  );
}
