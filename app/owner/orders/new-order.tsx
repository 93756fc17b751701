import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { data, href } from 'react-router';
import { ScreenTitle } from '#app/owner/frame/screen-title.tsx';
import { useInitial } from '#app/owner/frame/use-initial.ts';
import { personContext } from '#app/owner/person-context.ts';
import { readForm } from '#app/read-form.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { DefaultButton, Field, Problem } from '#app/ui/kit/field.tsx';
import screen from '#app/ui/kit/kit.module.css';
import { rulesFor } from '#domain/calendar/cake-rules.ts';
import { nextOpenDays } from '#domain/calendar/collection-days.ts';
import { addDays } from '#domain/calendar/days.ts';
import { MAX_DAYS_AHEAD } from '#domain/calendar/rules.ts';
import { declaredTogether } from '#domain/catalogue/allergens.ts';
import { describeSize } from '#domain/catalogue/sizes.ts';
import { formatPence, sumPence } from '#domain/money.ts';
import type { Pence } from '#domain/pence.ts';
import { calendarRules } from '#server/content/calendar.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/new-order';
import { daysToOffer } from './days-to-offer.ts';
import styles from './new-order.module.css';
import {
  addItem,
  changeOrderItems,
  type DraftItem,
  MOST_ITEMS,
  PAY_WORDS,
  readPhoneDraft,
  withoutProblems,
} from './new-order-form.ts';
import { NewOrderItem } from './new-order-item.tsx';
import { takeOrder } from './take-order.ts';

const OFFERED = 8;

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const today = todayAt(shop);
  const [{ catalogue }, rules] = await Promise.all([shop.content(), calendarRules(shop)]);
  const { categories } = catalogue;
  const cakes = [...catalogue.cakes, ...catalogue.addOns].map((cake) => ({
    id: cake.id,
    title: cake.title,
    group: cake.kind === 'cake' ? (cake.category[0] ?? '') : ADD_ONS,
    takesMessage: !cake.offMessage,
    declared: declaredTogether([cake]),
    notice: rulesFor(cake, rules, today).notice ?? '',
    sizes: cake.sizes.map((size) => ({
      value: `${size.id}~${size.price}`,
      pence: size.price,
      words: describeSize(size),
      price: formatPence(size.price),
    })),
  }));
  const open = nextOpenDays(OFFERED, today, rules);
  const empty = readPhoneDraft(() => '');
  const state = withoutProblems({ ...empty, id: crypto.randomUUID(), pay: 'link' });
  return {
    state,
    cakes,
    groups: [
      ...categories.map(({ slug, title }) => ({ slug, title })),
      { slug: ADD_ONS, title: 'Personal touches' },
    ].filter(({ slug }) => cakes.some(({ group }) => group === slug)),
    offered: await daysToOffer(open, shop),
    first: today,
    last: addDays(today, MAX_DAYS_AHEAD),
  };
}

const ADD_ONS = 'personal-touches';

export async function action({ context, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { id: by } = context.get(personContext);
  const field = await readForm(request);
  const draft = readPhoneDraft(field);
  if (field('do') === 'book') return takeOrder(shop, by, draft);
  return data(withoutProblems(changeOrderItems(draft, field('do'))));
}

type Cakes = Route.ComponentProps['loaderData']['cakes'];

export default function NewOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { offered, first, last } = loaderData;
  // What was read out and chosen: the server says what is different by now.
  const { cakes, groups } = useInitial(loaderData);
  const { draft, problems, dayInQuestion, earlier } = useInitial(actionData ?? loaderData.state);
  const form = useRef<HTMLFormElement>(null);
  const [items, setItems] = useState(draft.items);
  const [hasScripts, setHasScripts] = useState(false);
  // What was chosen before the scripts had come.
  useEffect(() => {
    setHasScripts(true);
    setItems(readItems(form.current));
  }, []);
  // Without scripts the button cannot say what is chosen.
  const [total, setTotal] = useState<Pence>();
  // From the fields that will be sent: one that a choice has just added may be preset.
  useLayoutEffect(() => {
    const sizes = readItems(form.current).map((item) => sizeOf(cakes, item)?.pence ?? 0);
    setTotal(sumPence(sizes));
  });
  const hasProblems = Object.keys(problems).length > 0 || earlier !== '';

  return (
    <>
      <ScreenTitle title="New order" />
      <h1 className={screen.title}>New order on the phone</h1>
      {hasProblems && (
        <p role="alert" className={screen.warning}>
          {problems.form ??
            (earlier
              ? 'This form has been booked before, with other words. Send it again if it is a further order.'
              : 'Not booked yet. Please look at what is marked below.')}{' '}
          {earlier && <a href={href('/owner/orders/:order', { order: earlier })}>See the order</a>}
        </p>
      )}
      <form
        ref={form}
        method="post"
        className={`${screen.fields} ${styles.form}`}
        noValidate
        onChange={() => setItems(readItems(form.current))}
      >
        <DefaultButton value="book" />
        <input type="hidden" name="id" value={draft.id} />
        <input type="hidden" name="count" value={items.length} />
        <input type="hidden" name="total" value={total ?? ''} />
        {items.map((item, index) => (
          <NewOrderItem
            key={item.key}
            item={item}
            index={index}
            cakes={cakes}
            groups={groups}
            problems={problems}
            hasScripts={hasScripts}
            of={items.length}
            onRemove={() => {
              setItems(items.filter((other) => other !== item));
              // The button, which has the focus, is removed.
              form.current
                ?.querySelector<HTMLElement>(`[name="cake-${Math.max(0, index - 1)}"]`)
                ?.focus();
            }}
          />
        ))}
        {items.length < MOST_ITEMS && (
          <p>
            <button
              type={hasScripts ? 'button' : 'submit'}
              name="do"
              value="add"
              className={screen.quietButton}
              onClick={() => {
                if (hasScripts) setItems(addItem(readItems(form.current)));
              }}
            >
              Add another cake
            </button>
          </p>
        )}

        <fieldset className={styles.choices} aria-describedby={problems.day && 'day-problem'}>
          <legend>Which day?</legend>
          <div className={styles.options}>
            {offered.map(({ day, words, load }) => (
              <label key={day} className={styles.option}>
                <input type="radio" name="day" value={day} defaultChecked={draft.day === day} />
                <span>
                  {words} <small>{load}</small>
                </span>
              </label>
            ))}
            <label className={styles.option}>
              <input
                type="radio"
                name="day"
                value="other"
                defaultChecked={
                  draft.day === 'other' ||
                  (draft.day !== '' && !offered.some(({ day }) => day === draft.day))
                }
              />
              <span>Another day</span>
            </label>
          </div>
          <div className={styles.otherDay}>
            <label htmlFor="other-day">Which other day?</label>
            <input
              id="other-day"
              type="date"
              name="other-day"
              min={first}
              max={last}
              defaultValue={draft.otherDay || (draft.day === 'other' ? '' : draft.day)}
            />
          </div>
          <Problem id="day-problem" text={problems.day} />
          {dayInQuestion && (
            <label className={screen.check}>
              <input
                type="checkbox"
                name="sure"
                value={dayInQuestion}
                defaultChecked={draft.sure === dayInQuestion}
              />
              Take it for that day all the same
            </label>
          )}
        </fieldset>

        <Field
          label="Name"
          name="name"
          defaultValue={draft.name}
          problem={problems.name}
          autoCapitalize="words"
        />
        <Field
          label="Phone number"
          name="phone"
          defaultValue={draft.phone}
          problem={problems.phone}
          type="tel"
        />
        <Field
          label="E-mail (may be empty)"
          name="email"
          defaultValue={draft.email}
          problem={problems.email}
          type="email"
        />
        <fieldset className={styles.choices} aria-describedby={problems.pay && 'pay-problem'}>
          <legend>How is it paid?</legend>
          <div className={styles.options}>
            {Object.entries(PAY_WORDS).map(([way, words]) => (
              <label key={way} className={styles.option}>
                <input type="radio" name="pay" value={way} defaultChecked={draft.pay === way} />
                <span>{words}</span>
              </label>
            ))}
          </div>
          <Problem id="pay-problem" text={problems.pay} />
          <p className={screen.quiet}>
            With an address the customer gets an e-mail with the order, and until it is paid a pay
            link.
          </p>
        </fieldset>
        <div className={styles.bar}>
          <Button type="submit" name="do" value="book">
            Book it{total !== undefined && total > 0 && ` · ${formatPence(total)}`}
          </Button>
        </div>
      </form>
    </>
  );
}

function readItems(form: HTMLFormElement | null): DraftItem[] {
  const typed = new FormData(form ?? undefined);
  return readPhoneDraft((name) => String(typed.get(name) ?? '')).items;
}

function sizeOf(cakes: Cakes, { cake, size }: DraftItem) {
  return cakes.find(({ id }) => id === cake)?.sizes.find(({ value }) => value === size);
}
