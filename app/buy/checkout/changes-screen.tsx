import { type SubmitEvent, useId, useState } from 'react';
import { readBasket, replaceBasket } from '#app/buy/basket/basket-store.ts';
import { useRulesNow, useToday } from '#app/buy/basket/open-days.ts';
import { Button } from '#app/ui/button.tsx';
import { OpenDialogButton } from '#app/ui/dialog.tsx';
import type { BasketItem } from '#domain/basket/basket.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords, isDay } from '#domain/calendar/days.ts';
import type { CalendarRules } from '#domain/calendar/rules.ts';
import {
  applyChanges,
  type Change,
  type ChosenDays,
  changeText,
  isInvisible,
} from './basket-changes.ts';
import styles from './payment-loading.module.css';
import { Screen } from './stopped-screen.tsx';

interface ChangesScreenProps {
  changes: Change[];
  calendarRules: CalendarRules;
  onAccepted: () => void;
}

/** Lists all changes since the basket was filled; the visitor accepts them together. */
export function ChangesScreen({ changes, calendarRules, onAccepted }: ChangesScreenProps) {
  const today = useToday();
  const rules = useRulesNow(calendarRules);
  const [unanswered, setUnanswered] = useState<readonly number[]>([]);

  async function accept(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const answers = new FormData(form);
    const open = changes.filter(isDayChoice).filter(({ item }) => !answers.get(dayFieldName(item)));
    setUnanswered(open.map(({ item }) => item.id));
    const [first] = open;
    if (first) {
      form.querySelector<HTMLInputElement>(`[name="${dayFieldName(first.item)}"]`)?.focus();
      return;
    }
    replaceBasket(applyChanges(await readBasket(), changes, chosenDays(changes, answers)));
    onAccepted();
  }

  return (
    <Screen title="A few things have changed">
      <p>
        This has changed since you filled your basket. Nothing has been charged, and the rest is as
        it was.
      </p>
      <form onSubmit={accept} noValidate>
        <ul className={styles.changes}>
          {inReadingOrder(changes).map((change) => (
            <li
              key={`${change.item.id} ${change.difference.kind}`}
              className={isAboutAllergens(change) ? styles.allergens : undefined}
            >
              <p>{today && changeText(change, today, rules)}</p>
              {change.difference.kind === 'day' && (
                <DayChoice
                  item={change.item}
                  offered={change.difference.offered}
                  unanswered={unanswered.includes(change.item.id)}
                />
              )}
            </li>
          ))}
        </ul>
        <div className={styles.ways}>
          <Button type="submit">Accept and continue</Button>
          <OpenDialogButton opens="basket" variant="outline">
            Open the basket
          </OpenDialogButton>
        </div>
      </form>
    </Screen>
  );
}

/** Allergens come first, for safety. */
function inReadingOrder(changes: Change[]): Change[] {
  const visible = changes.filter((change) => !isInvisible(change));
  return [
    ...visible.filter(isAboutAllergens),
    ...visible.filter((change) => !isAboutAllergens(change)),
  ];
}

function isAboutAllergens({ difference }: Change): boolean {
  return difference.kind === 'allergens';
}

function isDayChoice({ difference }: Change): boolean {
  return difference.kind === 'day' && difference.offered.length > 0;
}

function chosenDays(changes: Change[], answers: FormData): ChosenDays {
  const chosen = new Map<number, Day>();
  for (const { item } of changes.filter(isDayChoice)) {
    const answer = answers.get(dayFieldName(item));
    if (isDay(answer)) chosen.set(item.id, answer);
  }
  return chosen;
}

/** The option that no offered day suits. */
const TAKE_OUT = 'take-out';

function dayFieldName(item: BasketItem): string {
  return `day-${item.id}`;
}

interface DayChoiceProps {
  item: BasketItem;
  offered: Day[];
  unanswered: boolean;
}

/** Preselects no day: the visitor may not want the cake on another day. */
function DayChoice({ item, offered, unanswered }: DayChoiceProps) {
  const problemId = useId();
  if (offered.length === 0) return <p>There is no other day for it, so it will be taken out.</p>;
  const choices = [
    ...offered.map((day) => ({ value: day, label: dayInWords(day, 'short') })),
    { value: TAKE_OUT, label: 'Take it out of the basket' },
  ];
  return (
    <fieldset className={styles.dayChoices} aria-describedby={unanswered ? problemId : undefined}>
      <legend>Collect {item.cake.title} on</legend>
      {choices.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name={dayFieldName(item)} value={value} required />
          {label}
        </label>
      ))}
      {unanswered && (
        <p id={problemId} className={styles.dayProblem}>
          Please choose one of these.
        </p>
      )}
    </fieldset>
  );
}
