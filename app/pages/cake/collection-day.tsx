import { type RefObject, useId, useState } from 'react';
import { useIsNear } from '#app/ui/use-is-near.ts';
import { useLazy } from '#app/ui/use-lazy.ts';
import { nextOpenDays, whyClosed } from '#domain/calendar/collection-days.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { reasonText } from '#domain/calendar/reason-text.ts';
import type { CalendarRules } from '#domain/calendar/rules.ts';
import styles from './collection-day.module.css';
import { MonthPreview } from './month-preview.tsx';
import { NextOpenDays } from './next-open-days.tsx';
import part from './part.module.css';

const OFFERED_DAYS = 5;

interface CollectionDayProps {
  ref: RefObject<HTMLDivElement | null>;
  chosen: Day | undefined;
  /** It was chosen, and can be no longer. */
  takenBack: Day | undefined;
  onChoose: (day: Day) => void;
  today: Day;
  rules: CalendarRules;
}

export function CollectionDay(props: CollectionDayProps) {
  const { ref, chosen, takenBack, onChoose, today, rules } = props;
  const titleId = useId();
  // They keep their places while the page is open, closed or not: none slides under a finger.
  const [soonest] = useState(() => nextOpenDays(OFFERED_DAYS, today, rules));
  const [shownMonth, setShownMonth] = useState(soonest[0] ?? today);
  const [lookedAt, setLookedAt] = useState<Day>();
  const { Part: Calendar } = useLazy(useIsNear(ref, '50% 0px'), loadCalendar);

  function reasonOf(day: Day): string | undefined {
    const reason = whyClosed(day, today, rules);
    return reason && reasonText(reason, day, today, rules);
  }

  function chooseOffered(day: Day) {
    setShownMonth(day);
    if (reasonOf(day)) setLookedAt(day);
    else onChoose(day);
  }

  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={part.title}>
        Collection day
      </h2>
      {/* A group that can be focused, for the times when no day of the month can be. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would say that all days are one field. */}
      <div ref={ref} className={styles.panel} role="group" aria-labelledby={titleId} tabIndex={-1}>
        {Calendar ? (
          <Calendar
            month={shownMonth}
            onShowMonth={setShownMonth}
            chosen={chosen}
            onChoose={onChoose}
            onLookAt={setLookedAt}
            today={today}
            rules={rules}
          />
        ) : (
          <MonthPreview
            month={shownMonth}
            chosen={chosen}
            isOpen={(day) => reasonOf(day) === undefined}
          />
        )}
        <p className={styles.reason}>{sayWhy(lookedAt, today, rules)}</p>
        <NextOpenDays days={soonest} chosen={chosen} reasonOf={reasonOf} onChoose={chooseOffered} />
        <p className={`${styles.chosen} ${takenBack ? styles.takenBack : ''}`} role="status">
          {chosen && `You collect on ${dayInWords(chosen)}.`}
          {takenBack && sayTakenBack(takenBack, today, rules)}
        </p>
      </div>
    </section>
  );
}

/** Until it has come, or when it cannot, the days below it can be chosen without. */
async function loadCalendar() {
  return (await import('./collection-calendar.tsx')).CollectionCalendar;
}

function sayTakenBack(day: Day, today: Day, rules: CalendarRules): string {
  // A page left open overnight: nobody has closed it.
  const isTooSoon = whyClosed(day, today, rules) === 'too-soon';
  const what = isTooSoon ? 'By now it is too late for' : 'We have had to close';
  return `${what} ${dayInWords(day)}: please choose another day.`;
}

/** The reason of the day that is looked at, or else what is always so. */
function sayWhy(lookedAt: Day | undefined, today: Day, rules: CalendarRules): string {
  const reason = lookedAt && whyClosed(lookedAt, today, rules);
  if (reason)
    return `${dayInWords(lookedAt, 'short')}: ${reasonText(reason, lookedAt, today, rules)}`;
  return [
    rules.leadDays > 0 && reasonText('too-soon', today, today, rules),
    rules.closedWeekdays.length > 0 && reasonText('sunday', today, today, rules),
  ]
    .filter(Boolean)
    .join(' · ');
}
