import { useId, useSyncExternalStore } from 'react';
import { subscribeToRoom } from '#app/live/use-live.ts';
import { basketTime } from '#domain/basket/basket-time.ts';
import { setTime } from '#domain/basket/lines.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import type { CollectionTime } from '#domain/calendar/rules.ts';
import { type TimeRules, timeInWords, timesOn } from '#domain/calendar/times.ts';
import { changeBasket, useBasket } from './basket-store.ts';
import { readFullTimes } from './close-full-days.ts';
import { heldOffer } from './held-offer.ts';
import { heldItems } from './order-attempt.ts';
import styles from './time-choice.module.css';

interface TimeChoiceProps {
  day: Day;
  rules: TimeRules;
  chosen: CollectionTime | undefined;
  onChoose: (time: CollectionTime) => void;
}

/** The collection times of a day; nothing on a day without. */
export function TimeChoice({ day, rules, chosen, onChoose }: TimeChoiceProps) {
  const name = useId();
  const full = useFullTimes(day);
  const windows = timesOn(day, rules);
  if (windows.length === 0) return null;
  return (
    <fieldset className={styles.times}>
      <legend>When do you come on {dayInWords(day, 'short')}?</legend>
      <div className="tiles">
        {windows.map(({ time }) => (
          <label key={time} className="option">
            <input
              type="radio"
              name={name}
              checked={time === chosen}
              disabled={full.includes(time)}
              onChange={() => onChoose(time)}
            />
            <span>
              {timeInWords(time)}
              {full.includes(time) && <small> full</small>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** The collection time of everything in the basket for a day. */
export function BasketTime({ day, rules }: Pick<TimeChoiceProps, 'day' | 'rules'>) {
  const { basket } = useBasket();
  return (
    <TimeChoice
      day={day}
      rules={rules}
      chosen={basketTime(basket, day)}
      onChoose={(time) => void changeBasket((now) => setTime(now, day, time))}
    />
  );
}

/**
 * Those that this visitor cannot have: the server counts this browser's unpaid order too. With a place that the waiting
 * list offers, the server alone knows which time is left.
 */
function useFullTimes(day: Day): CollectionTime[] {
  const known = useSyncExternalStore(subscribe, () => fullTimes, unknown);
  if (heldOffer()?.day === day) return [];
  const held = heldItems().filter((item) => item.selectedDay === day);
  return (known[day] ?? []).filter((time) => held.every((item) => item.time !== time));
}

const NONE: Record<Day, CollectionTime[]> = {};
let fullTimes = NONE;

function subscribe(update: () => void): () => void {
  return subscribeToRoom((room) => {
    fullTimes = readFullTimes(room);
    update();
  });
}

function unknown() {
  return NONE;
}
