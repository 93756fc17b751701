import { type SubmitEvent, useEffect, useId, useState } from 'react';
import { readBasket, replaceBasket } from '#app/buy/basket/basket-store.ts';
import { CakeLink } from '#app/buy/basket/cake-link.tsx';
import { type CurrentCake, fetchCake } from '#app/buy/basket/current-cakes.ts';
import { useRulesNow, useToday } from '#app/buy/basket/open-days.ts';
import { Button } from '#app/ui/button.tsx';
import { OpenDialogButton } from '#app/ui/dialog.tsx';
import { VisuallyHidden } from '#app/ui/text.tsx';
import type { BasketItem } from '#domain/basket/basket.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords, isDay } from '#domain/calendar/days.ts';
import type { CalendarRules, CollectionTime } from '#domain/calendar/rules.ts';
import { isCollectionTime, timeInWords } from '#domain/calendar/times.ts';
import {
  applyChanges,
  type Change,
  type Chosen,
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
  const [unanswered, setUnanswered] = useState<readonly string[]>([]);

  async function accept(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const answers = new FormData(form);
    const open = changes.filter(isChoice).filter((change) => !answers.get(fieldName(change)));
    setUnanswered(open.map(fieldName));
    const [first] = open;
    if (first) {
      form.querySelector<HTMLInputElement>(`[name="${fieldName(first)}"]`)?.focus();
      return;
    }
    replaceBasket(applyChanges(await readBasket(), changes, chosenIn(changes, answers)));
    onAccepted();
  }

  return (
    <Screen title="A few things have changed">
      <p>
        This has changed since you filled your basket. Nothing has been charged, and the rest is as
        it was.
      </p>
      <form onSubmit={accept} noValidate>
        <ul className={`${styles.changes} stack`}>
          {inReadingOrder(changes).map((change) => (
            <li
              key={`${change.item.id} ${change.difference.kind}`}
              className={
                isAboutAllergens(change) ? `box ${styles.allergens}` : `box ${styles.change}`
              }
            >
              <p>{today && changeText(change, today, rules)}</p>
              <Choice change={change} isUnanswered={unanswered.includes(fieldName(change))} />
            </li>
          ))}
        </ul>
        <div className={`${styles.ways} cluster`}>
          <Button type="submit">Accept and continue</Button>
          <OpenDialogButton opens="basket" variant="outline">
            Open the basket
          </OpenDialogButton>
        </div>
      </form>
    </Screen>
  );
}

/** Allergens come first, for safety. The time of a day is asked once. */
function inReadingOrder(changes: Change[]): Change[] {
  const names = changes.map(fieldName);
  const isAsked = (place: number) =>
    changes[place]?.difference.kind === 'time' && names.indexOf(names[place] ?? '') < place;
  const visible = changes.filter((change, place) => !isInvisible(change) && !isAsked(place));
  return [
    ...visible.filter(isAboutAllergens),
    ...visible.filter((change) => !isAboutAllergens(change)),
  ];
}

function isAboutAllergens({ difference }: Change): boolean {
  return difference.kind === 'allergens';
}

function isChoice({ difference }: Change): boolean {
  const { kind } = difference;
  return (kind === 'day' || kind === 'time') && difference.offered.length > 0;
}

function chosenIn(changes: Change[], answers: FormData): Chosen {
  const days = new Map<number, Day>();
  const times = new Map<Day, CollectionTime>();
  for (const change of changes.filter(isChoice)) {
    const { item, difference } = change;
    const answer = answers.get(fieldName(change));
    if (difference.kind === 'day' && isDay(answer)) days.set(item.id, answer);
    if (difference.kind === 'time' && isCollectionTime(answer)) times.set(item.selectedDay, answer);
  }
  return { days, times };
}

/** The option that no offered day suits. */
const TAKE_OUT = 'take-out';

/** All items of a day have one time. */
function fieldName({ item, difference }: Change): string {
  return difference.kind === 'time' ? `time-${item.selectedDay}` : `day-${item.id}`;
}

/** Preselects nothing: the visitor may not want the cake on another day or at another time. */
function Choice({ change, isUnanswered }: { change: Change; isUnanswered: boolean }) {
  const problemId = useId();
  const { item, difference } = change;
  if (difference.kind === 'options') return <ChooseAgain item={item} />;
  if (difference.kind !== 'day' && difference.kind !== 'time') return null;
  if (difference.offered.length === 0) {
    return difference.kind === 'day' ? (
      <p>There is no other day for it, so it will be taken out.</p>
    ) : null;
  }
  const choices =
    difference.kind === 'time'
      ? difference.offered.map((time) => ({ value: time, label: timeInWords(time) }))
      : [
          ...difference.offered.map((day) => ({ value: day, label: dayInWords(day, 'short') })),
          { value: TAKE_OUT, label: 'Take it out of the basket' },
        ];
  return (
    <fieldset className="tiles" aria-describedby={isUnanswered ? problemId : undefined}>
      <legend className="quiet">
        {difference.kind === 'time'
          ? `Collect on ${dayInWords(item.selectedDay, 'short')} at`
          : `Collect ${item.cake.title} on`}
      </legend>
      {choices.map(({ value, label }) => (
        <label key={value} className="option">
          <input type="radio" name={fieldName(change)} value={value} required />
          {label}
        </label>
      ))}
      {isUnanswered && (
        <p id={problemId} className="problem">
          Please choose one of these.
        </p>
      )}
    </fieldset>
  );
}

/** Leads to the choices of the item, which the cafe may have moved to another page. */
function ChooseAgain({ item: { id, cake } }: { item: BasketItem }) {
  const [page, setPage] = useState<CurrentCake | null>();
  useEffect(() => void fetchCake(cake.id).then(setPage), [cake.id]);
  return (
    <p className={styles.chooseAgain}>
      {page && (
        <CakeLink cake={page} edit={id}>
          Choose again<VisuallyHidden> for {cake.title}</VisuallyHidden>
        </CakeLink>
      )}
    </p>
  );
}
