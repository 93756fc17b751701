import { type ComponentProps, useRef, useState } from 'react';
import { useBasket } from '#app/buy/basket/basket-store.ts';
import { Quantity } from '#app/buy/basket/quantity.tsx';
import { BasketTime } from '#app/buy/basket/time-choice.tsx';
import { AllergenNote, Allergens } from '#app/ui/allergens.tsx';
import { useOpeningHours } from '#app/ui/cafe.ts';
import { closeDialog, openDialog } from '#app/ui/open-dialogs.ts';
import { Photo } from '#app/ui/photo.tsx';
import { useSiteData } from '#app/ui/site-data.ts';
import { VisuallyHidden } from '#app/ui/text.tsx';
import { type Basket, basketTotal } from '#domain/basket/basket.ts';
import { basketTime } from '#domain/basket/basket-time.ts';
import { basketDays, basketLines, daysWithoutTime } from '#domain/basket/lines.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { hoursOf } from '#domain/calendar/times.ts';
import { declaredTogether } from '#domain/catalogue/allergens.ts';
import { optionsInWords } from '#domain/catalogue/options.ts';
import { describeSize, shortSize } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import { hoursOn, type OpeningHours, shortHours } from '#domain/words/hours.ts';
import { DetailsForm } from './details-form.tsx';
import styles from './pick-up-content.module.css';

export function PickUpContent() {
  const { basket } = useBasket();
  const { missing, times, askForTimes } = useMissingTimes(basket);
  return (
    <>
      <RepeatedItem />
      {basket.length > 0 && <ChosenItems basket={basket} />}
      {times}
      <DetailsForm
        total={basket.length > 0 ? formatPence(basketTotal(basket)) : undefined}
        isBlocked={missing.length > 0}
        onBlocked={askForTimes}
      />
    </>
  );
}

/** Asks when the visitor comes on the days for which the basket does not say. */
function useMissingTimes(basket: Basket) {
  const { calendarRules } = useSiteData();
  const [asked, setAsked] = useState<readonly Day[]>([]);
  const [isRefused, setRefused] = useState(false);
  const fields = useRef<HTMLDivElement>(null);
  const missing = daysWithoutTime(basket, calendarRules);
  // A day stays here once its time is chosen, so that it can be changed.
  const added = missing.filter((day) => !asked.includes(day));
  if (added.length > 0) setAsked([...asked, ...added]);

  function askForTimes() {
    setRefused(true);
    fields.current?.querySelector<HTMLInputElement>('fieldset:not(:has(:checked)) input')?.focus();
  }

  const times = asked.length > 0 && (
    <div ref={fields}>
      {asked
        .filter((day) => basket.some(({ selectedDay }) => selectedDay === day))
        .map((day) => (
          <BasketTime key={day} day={day} rules={calendarRules} />
        ))}
      <p role="alert" className={`${styles.timesProblem} problem`}>
        {isRefused && missing.length > 0 && 'Please choose when you come.'}
      </p>
    </div>
  );
  return { missing, times, askForTimes };
}

/** Says that an item was not added a second time, with its quantity to change. */
function RepeatedItem() {
  const { basket, repeated } = useBasket();
  const line = basketLines(basket).find(
    ({ ids }) => repeated !== undefined && ids.includes(repeated),
  );
  if (!line) return null;
  return (
    <div className={`${styles.repeated} cluster note`}>
      <p>Already in your basket: {line.item.cake.title}. We have not added another.</p>
      <Quantity line={line} />
    </div>
  );
}

/** What is about to be bought, and for when. */
function ChosenItems({ basket }: { basket: Basket }) {
  const opening = useOpeningHours();
  const { calendarRules } = useSiteData();
  // The hours would answer what is asked below.
  const asked = daysWithoutTime(basket, calendarRules);
  // In the order of the basket.
  const lines = basketDays(basket).flatMap((day) => day.lines);
  function change() {
    closeDialog('pick-up');
    openDialog('basket');
  }
  return (
    <section className={`${styles.chosen} cluster`} aria-label="Your order">
      <ul className={styles.items}>
        {lines.map(({ item, ids }) => (
          <li key={item.id} className={styles.item}>
            <Photo
              file={item.cake.img}
              sizes="3rem"
              alt=""
              className={`${styles.itemPhoto} thumbnail`}
            />
            <div className={styles.itemText}>
              <p>
                {ids.length > 1 && `${ids.length} × `}
                <strong>{item.cake.title}</strong>
                {describeSize(item.size) && ` · ${shortSize(item.size).replace(' ', '\u00a0')}`}
                <VisuallyHidden>, </VisuallyHidden>
                <span className={styles.itemDay}>
                  {asked.includes(item.selectedDay)
                    ? dayInWords(item.selectedDay, 'short')
                    : dayAndHours(item.selectedDay, opening, basket)}
                </span>
              </p>
              {item.options && <p>{optionsInWords(item.options)}</p>}
              {item.messageOnCake !== '' && (
                <p className={styles.itemMessage}>“{item.messageOnCake}”</p>
              )}
            </div>
          </li>
        ))}
      </ul>
      <button type="button" className="word-button" onClick={change}>
        Change
      </button>
      <AllAllergens items={basket.map(({ cake }) => cake)} />
    </section>
  );
}

/** "Sat 28 Nov, 8am–6pm", with the hours in one piece. */
function dayAndHours(day: Day, opening: OpeningHours, basket: Basket): string {
  const time = basketTime(basket, day);
  const hours = time ? hoursOf(time) : hoursOn(day, opening);
  const words = dayInWords(day, 'short');
  return hours ? `${words}, ${shortHours(hours)}` : words;
}

/** All allergens in the order; opened, those of each cake. */
function AllAllergens({ items }: ComponentProps<typeof AllergenNote>) {
  return (
    <details className={styles.allergens}>
      <summary>
        <Allergens of={declaredTogether(items)} />
        <span className={styles.allergensMore}>No food is guaranteed allergen free</span>
      </summary>
      <AllergenNote items={items} />
    </details>
  );
}
