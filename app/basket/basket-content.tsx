import { useRef, useState } from 'react';
import { href, Link } from 'react-router';
import { allergensInWords } from '#app/ui/allergen-note.tsx';
import { Mark } from '#app/ui/brand.tsx';
import { Button } from '#app/ui/button.tsx';
import { closeDialog, openDialog } from '#app/ui/dialog.tsx';
import { Photo } from '#app/ui/photo.tsx';
import { VisuallyHidden } from '#app/ui/text.tsx';
import { basketTotal, itemTotal } from '#domain/basket/basket.ts';
import type { BasketItem } from '#domain/basket/basket-item.ts';
import { whyClosed } from '#domain/calendar/collection-days.ts';
import { displayDay } from '#domain/calendar/days.ts';
import { reasonText } from '#domain/calendar/reason-text.ts';
import type { CalendarRules } from '#domain/calendar/rules.ts';
import { describeSize } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import styles from './basket-content.module.css';
import { dismissDropped, removeFromBasket, useBasket } from './basket-store.ts';
import { useToday } from './use-today.ts';

const REMOVE_BUTTONS = 'li > button';

export function BasketContent({ calendarRules }: { calendarRules: CalendarRules }) {
  const { basket, dropped } = useBasket();
  const [said, setSaid] = useState('');
  const content = useRef<HTMLDivElement>(null);

  function remove(item: BasketItem, button: HTMLButtonElement) {
    // Focus moves to a neighbour before the button is removed, so it is never lost.
    const buttons = [...(content.current?.querySelectorAll<HTMLElement>(REMOVE_BUTTONS) ?? [])];
    const place = buttons.indexOf(button);
    (buttons[place + 1] ?? buttons[place - 1] ?? content.current)?.focus();
    removeFromBasket([item.id]);
    setSaid(`${item.cake.title} was taken out of your basket.`);
  }

  function dismissNotice() {
    content.current?.focus();
    dismissDropped();
  }

  return (
    <>
      <div ref={content} className={styles.content} tabIndex={-1}>
        {dropped > 0 && <DroppedNotice count={dropped} onDismiss={dismissNotice} />}
        <VisuallyHidden role="status">{said}</VisuallyHidden>
        {basket.length === 0 ? (
          <div className={styles.empty}>
            <Mark />
            <p>Your cart is empty.</p>
          </div>
        ) : (
          <ul>
            {basket.map((item) => (
              <BasketItemView
                key={item.id}
                item={item}
                calendarRules={calendarRules}
                onRemove={(button) => remove(item, button)}
              />
            ))}
          </ul>
        )}
      </div>
      <div className={styles.foot}>
        {basket.length > 0 && (
          <p className={styles.total}>
            Total <strong>{formatPence(basketTotal(basket))}</strong>
          </p>
        )}
        <Actions isEmpty={basket.length === 0} />
      </div>
    </>
  );
}

function Actions({ isEmpty }: { isEmpty: boolean }) {
  const [askedTooSoon, setAskedTooSoon] = useState(false);

  function checkout() {
    setAskedTooSoon(isEmpty);
    if (isEmpty) return;
    closeDialog('basket');
    closeDialog('menu');
    openDialog('pick-up');
  }

  return (
    <>
      <p role="status" className={styles.tooSoon}>
        {askedTooSoon && isEmpty && 'There is nothing to check out yet. Choose a cake first.'}
      </p>
      <div className={styles.actions}>
        <Button variant="outline" onClick={() => closeDialog('basket')}>
          Contine shopping
        </Button>
        <Button aria-disabled={isEmpty} onClick={checkout}>
          Checkout
        </Button>
      </div>
    </>
  );
}

/** Shown once, when stored items were invalid and dropped. */
function DroppedNotice({ count, onDismiss }: { count: number; onDismiss: () => void }) {
  return (
    <div className={styles.dropped}>
      <p>
        {count === 1
          ? 'We could not read 1 item of your basket, so it was taken out.'
          : `We could not read ${count} items of your basket, so they were taken out.`}
      </p>
      <button type="button" onClick={onDismiss}>
        Dismiss
      </button>
    </div>
  );
}

interface BasketItemProps {
  item: BasketItem;
  calendarRules: CalendarRules;
  onRemove: (button: HTMLButtonElement) => void;
}

function BasketItemView({ item, calendarRules, onRemove }: BasketItemProps) {
  const { cake, size, messageOnCake, selectedDay } = item;
  return (
    <li className={styles.item}>
      <Photo file={cake.img} sizes="6rem" decorative className={styles.itemPhoto} />
      <h3>{cake.title}</h3>
      <p className={styles.itemPrice}>{formatPence(itemTotal(item))}</p>
      <dl>
        <dt>Size</dt>
        <dd>{describeSize(size)}</dd>
        {messageOnCake !== '' && (
          <>
            <dt>Message</dt>
            <dd className={styles.itemMessage}>“{messageOnCake}”</dd>
          </>
        )}
        <dt>Collection</dt>
        <dd>{displayDay(selectedDay)}</dd>
        {cake.allergens.length > 0 && (
          <>
            <dt>Allergens</dt>
            <dd>{allergensInWords(cake.allergens)}</dd>
          </>
        )}
      </dl>
      <button
        type="button"
        className={styles.itemRemove}
        aria-label={`Remove ${cake.title}`}
        onClick={(event) => onRemove(event.currentTarget)}
      >
        Remove
      </button>
      <ClosedDay item={item} calendarRules={calendarRules} />
    </li>
  );
}

/** Shown when the chosen day has closed since. */
function ClosedDay({ item, calendarRules }: Pick<BasketItemProps, 'item' | 'calendarRules'>) {
  const today = useToday();
  const day = item.selectedDay;
  const reason = today && whyClosed(day, today, calendarRules);
  if (!reason) return null;
  const [category] = item.cake.category;
  return (
    <p className={styles.itemClosed}>
      {displayDay(day)} can no longer be chosen: {reasonText(reason, day, today, calendarRules)}.{' '}
      {category ? (
        <Link
          to={href('/cakes/:category/:cake', { category, cake: item.cake.id })}
          onClick={() => closeDialog('basket')}
        >
          Choose another day
        </Link>
      ) : (
        'Another day can be chosen with its cake.'
      )}
    </p>
  );
}
