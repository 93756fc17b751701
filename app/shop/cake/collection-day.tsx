import { type ComponentProps, type RefObject, useId, useState } from 'react';
import { DayChips } from '#app/buy/basket/day-chips.tsx';
import { LazyWaitForPlace } from '#app/buy/basket/lazy-wait-for-place.tsx';
import { useIsNear, useLazy } from '#app/ui/defer-loading.ts';
import { whyClosed } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import type { CollectionTime, DayRules } from '#domain/calendar/rules.ts';
import { AskUs } from './ask-us.tsx';
import pageStyles from './cake.module.css';
import { CollectFrom } from './collect-from.tsx';
import styles from './collection-day.module.css';

type Choices = ComponentProps<typeof LazyWaitForPlace>['items'];

interface CollectionDayProps {
  ref: RefObject<HTMLDivElement | null>;
  /** The days to offer before the calendar. */
  offered: readonly Day[];
  chosen: Day | undefined;
  /** The chosen day is that of the basket, not chosen here. */
  isFromBasket: boolean;
  /** The chosen day, if it has closed since. */
  unavailableDay: Day | undefined;
  onChoose: (day: Day) => void;
  /** What the day has no room for; undefined for a day that is not full. */
  lackingRoom: (day: Day) => Choices;
  /** When on the chosen day, in a shop that asks. */
  time: CollectionTime | undefined;
  onChooseTime: (time: CollectionTime) => void;
  today: Day;
  /** How many weeks of its first month the calendar will show, to reserve their space. */
  weeks: number;
  rules: DayRules;
  /** The rules in words; not worked out here, which would take code of its own. */
  rulesText: string;
  /** The cake in words, as far as it has been chosen. */
  wanted: string;
  mapAlt: string | undefined;
}

export function CollectionDay(props: CollectionDayProps) {
  const { ref, offered, chosen, isFromBasket, unavailableDay, today, rules } = props;
  const titleId = useId();
  const [turnedTo, setTurnedTo] = useState<Day>();
  const [reason, setReason] = useState<string>();
  /** A closed day that the visitor has tried to choose. */
  const [refused, setRefused] = useState<Day>();
  const { Component: Calendar } = useLazy(
    useIsNear(() => [ref.current], '75% 0px'),
    loadCalendar,
  );
  const { Component: TimeChoice } = useLazy(chosen && rules.times && 1, loadTimeChoice);
  const { Component: Unavailable } = useLazy(unavailableDay && 1, loadUnavailableDay);
  const shownMonth = turnedTo ?? chosen ?? offered[0] ?? today;

  function isClosed(day: Day): boolean {
    return whyClosed(day, today, rules) !== undefined;
  }

  const missed = refused ?? unavailableDay;

  function choose(day: Day) {
    const isRefused = isClosed(day);
    setRefused(isRefused ? day : undefined);
    if (!isRefused) props.onChoose(day);
  }

  function chooseOffered(day: Day) {
    setTurnedTo(day);
    choose(day);
    if (isClosed(day)) setReason(`${dayInWords(day, 'short')} can no longer be chosen.`);
  }

  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={`${pageStyles.stepTitle} display`}>
        Collection day
      </h2>
      {/* Focusable, for a month without an open day. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would say that all days are one field. */}
      <div
        ref={ref}
        className={`${styles.panel} stack`}
        role="group"
        aria-labelledby={titleId}
        tabIndex={-1}
      >
        <DayChips days={offered} chosen={chosen} isClosed={isClosed} onChoose={chooseOffered} />
        <div className={styles.below}>
          <p className={`${styles.reason} quiet`}>{reason}</p>
          <p
            className={`${styles.chosen} ${unavailableDay ? styles.unavailableDay : ''}`}
            role="status"
          >
            {chosen &&
              `You collect on ${dayInWords(chosen)}${isFromBasket ? ', with the rest of your basket' : ''}.`}
            {Unavailable && unavailableDay && (
              <Unavailable day={unavailableDay} today={today} rules={rules} />
            )}
          </p>
          <p className={`${styles.rules} quiet`}>{props.rulesText}</p>
        </div>
        {TimeChoice && chosen && (
          <TimeChoice
            day={chosen}
            rules={rules}
            chosen={props.time}
            onChoose={props.onChooseTime}
          />
        )}
        <CollectFrom day={chosen} mapAlt={props.mapAlt} />
        <div className={styles.calendar} data-weeks={props.weeks}>
          {Calendar && (
            <Calendar
              month={shownMonth}
              onShowMonth={setTurnedTo}
              chosen={chosen}
              onChoose={choose}
              onRefuse={setRefused}
              onReason={setReason}
              today={today}
              rules={rules}
            />
          )}
        </div>
        <LazyWaitForPlace day={missed} items={missed && props.lackingRoom(missed)} />
        <div className={styles.ask}>
          <AskUs
            question="Need it sooner, or something else?"
            wanted={props.wanted}
            day={refused ?? chosen}
          />
        </div>
      </div>
    </section>
  );
}

/** Until it has loaded, or if it fails, the day buttons below it work without it. */
async function loadCalendar() {
  return (await import('#app/buy/basket/collection-calendar.tsx')).CollectionCalendar;
}

/** If it fails, the basket asks. */
async function loadTimeChoice() {
  return (await import('#app/buy/basket/time-choice.tsx')).TimeChoice;
}

/** Only for a day that closes while the page is open. Its file has come with the basket's, once the day was chosen. */
async function loadUnavailableDay() {
  return (await import('#app/buy/basket/unavailable-day.tsx')).UnavailableDay;
}
