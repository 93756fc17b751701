import { href, Link } from 'react-router';
import { closeDialog } from '#app/ui/dialog.tsx';
import { Photo } from '#app/ui/photo.tsx';
import { itemTotal } from '#domain/basket/basket.ts';
import type { BasketItem } from '#domain/basket/basket-item.ts';
import { whyClosed } from '#domain/calendar/collection-days.ts';
import { displayDay } from '#domain/calendar/days.ts';
import { reasonText } from '#domain/calendar/reason-text.ts';
import type { CalendarRules } from '#domain/calendar/rules.ts';
import { describeSize } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import { allergensInWords } from './allergen-note.tsx';
import styles from './basket-item.module.css';
import { useToday } from './use-today.ts';

interface BasketItemProps {
  item: BasketItem;
  calendarRules: CalendarRules;
  onRemove: (button: HTMLButtonElement) => void;
}

export function BasketItemView({ item, calendarRules, onRemove }: BasketItemProps) {
  const { cake, size, messageOnCake, selectedDay } = item;
  return (
    <li className={styles.item}>
      <Photo file={cake.img} sizes="6rem" decorative className={styles.photo} />
      <h3>{cake.title}</h3>
      <p className={styles.price}>{formatPence(itemTotal(item))}</p>
      <dl>
        <dt>Size</dt>
        <dd>{describeSize(size)}</dd>
        {messageOnCake !== '' && (
          <>
            <dt>Message</dt>
            <dd className={styles.message}>“{messageOnCake}”</dd>
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
        className={styles.remove}
        aria-label={`Remove ${cake.title}`}
        onClick={(event) => onRemove(event.currentTarget)}
      >
        Remove
      </button>
      <ClosedDay item={item} calendarRules={calendarRules} />
    </li>
  );
}

/** The calendar may have closed the day since it was chosen. */
function ClosedDay({ item, calendarRules }: Pick<BasketItemProps, 'item' | 'calendarRules'>) {
  const today = useToday();
  const day = item.selectedDay;
  const reason = today && whyClosed(day, today, calendarRules);
  if (!reason) return null;
  const [category] = item.cake.category;
  return (
    <p className={styles.closed}>
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
