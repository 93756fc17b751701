import { Fragment } from 'react';
import { href } from 'react-router';
import { Allergens } from '#app/ui/allergens.tsx';
import { Button } from '#app/ui/button.tsx';
import { ItemPhoto } from '#app/ui/item-photo.tsx';
import { formatPence } from '#domain/money.ts';
import { MESSAGE_MAX } from '#domain/orders/plain-text.ts';
import type { Route } from './+types/add';
import styles from './add.module.css';
import type { Asked, Values } from './addition-form.ts';
import orderStyles from './my-order.module.css';

type View = Route.ComponentProps['loaderData'];

/** One at a time: what is begun is paid, or taken off. */
export function Adding({ adding }: { adding: NonNullable<View['adding']> }) {
  const { words, amount, isProcessing } = adding;
  if (isProcessing) {
    return (
      <p className="box">
        {words}: your bank is still sending {amount}, which can take a few days. You need not pay
        again.
      </p>
    );
  }
  return (
    <section className="box" aria-labelledby="adding">
      <h2 id="adding">Not paid yet</h2>
      <p>
        {words}: {amount}. It is a part of your order once it is paid.
      </p>
      <form method="post" className="cluster">
        <Button type="submit" name="do" value="pay">
          Pay {amount} by card
        </Button>
        <Button type="submit" name="do" value="drop" variant="outline">
          Do not add it
        </Button>
      </form>
    </section>
  );
}

/** Exactly what is added, and what it costs. */
export function Confirm({ asked, values }: { asked: Asked; values: Values }) {
  const isFree = asked.amount === formatPence(0);
  return (
    <section className="box" aria-labelledby="asked" role="status">
      <h2 id="asked">You are adding</h2>
      <ul className="stack">
        {asked.lines.map(({ title, options, message, price, declared }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one form.
          <li key={place} className="entry">
            <strong>{title}</strong>
            <span>{price}</span>
            {options && <p>{options}</p>}
            {message && <p>“{message}”</p>}
            {declared && (
              <p className="quiet">
                <Allergens of={declared} />
              </p>
            )}
          </li>
        ))}
      </ul>
      <form method="post" className="cluster">
        <input type="hidden" name="request" value={asked.request} />
        {Object.entries(values)
          .filter(([name]) => name !== 'do' && name !== 'request')
          .flatMap(([name, all]) =>
            all.map((value) => (
              <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
            )),
          )}
        <Button type="submit" name="do" value="add">
          {isFree ? 'Add it: nothing to pay' : `Pay ${asked.amount} by card`}
        </Button>
        <Button type="submit" name="do" value="change" variant="outline">
          Change it
        </Button>
      </form>
    </section>
  );
}

interface ChooseProps {
  view: View;
  values: Values;
  /** The problem of one field; none of a form that is not about a field. */
  wrong: { field: string | undefined; problem: string | undefined };
}

export function Choose({ view, values, wrong }: ChooseProps) {
  const { id, token, until, form } = view;
  const { addOns, cakes, cake, more } = form;
  const path = href('/my-order/:token/add/:day', { token, day: view.day });
  return (
    <form method="post" className={`${styles.form} stack`}>
      <input type="hidden" name="id" value={id} />
      {cake && (
        <fieldset className="box">
          <legend>{cake.title}</legend>
          <input type="hidden" name="cake" value={cake.id} />
          <p className="quiet">
            <Allergens of={cake.declared} />
          </p>
          <div className="tiles">
            {cake.sizes.map((size, place) => (
              <label key={size.id} className="option">
                <input
                  type="radio"
                  name="size"
                  value={size.id}
                  defaultChecked={values.size ? values.size[0] === size.id : place === 0}
                />
                {size.words}
              </label>
            ))}
          </div>
          {cake.groups.map((group) => (
            <Group key={group.field} group={group} values={values} wrong={wrong} />
          ))}
          {cake.takesMessage && (
            <Text
              field="message"
              name="Message on the cake"
              hint={`It may be empty. Up to ${MESSAGE_MAX} characters.`}
              typed={values.message?.[0]}
              wrong={wrong}
            />
          )}
        </fieldset>
      )}
      {addOns.length > 0 && (
        <fieldset className="box">
          <legend>Personal touches</legend>
          <p className="quiet">You can add them until {until}.</p>
          {addOns.map(({ field, title, words, img, declared }) => (
            <Fragment key={field}>
              <label className={`${styles.touch} cluster`}>
                <ItemPhoto file={img} sizes="4rem" className={`${styles.photo} thumbnail`} />
                <span>
                  <strong>{title}</strong> {words}
                  {declared.allergens.length > 0 && <Allergens of={declared} />}
                </span>
                <input
                  type="number"
                  name={field}
                  min={0}
                  max={form.mostOfOne}
                  inputMode="numeric"
                  className={styles.count}
                  defaultValue={values[field]?.[0] ?? 0}
                  {...markIf(wrong.field === field)}
                  aria-label={`How many: ${title}`}
                />
              </label>
              <FieldProblem of={field} wrong={wrong} />
            </Fragment>
          ))}
        </fieldset>
      )}
      {more.map(({ position, title, groups }) => (
        <fieldset key={position} className="box">
          <legend>For your {title}</legend>
          {groups.map((group) => (
            <Group key={group.field} group={group} values={values} wrong={wrong} />
          ))}
        </fieldset>
      ))}
      <p>You see what it comes to before you pay.</p>
      <Button type="submit" name="do" value="look">
        Next
      </Button>
      {cake ? (
        <CakeButton path={path} className="word-button">
          Add no cake
        </CakeButton>
      ) : (
        cakes.length > 0 && (
          <details className="box">
            <summary className="word-button">Another cake for the same day</summary>
            <ul className={`${orderStyles.days} tiles`}>
              {cakes.map((each) => (
                <li key={each.id}>
                  <CakeButton
                    path={`${path}?${new URLSearchParams({ cake: each.id })}`}
                    className={`${orderStyles.open} option`}
                  >
                    {each.title}
                  </CakeButton>
                </li>
              ))}
            </ul>
          </details>
        )
      )}
    </form>
  );
}

interface CakeButtonProps {
  path: string;
  className: string | undefined;
  children: string;
}

/** Leads to the form with another cake, or without one. The rest of it stays as it is filled in. */
function CakeButton({ path, className, children }: CakeButtonProps) {
  return (
    <button
      type="submit"
      name="do"
      value="change"
      formAction={path}
      formNoValidate
      className={className}
    >
      {children}
    </button>
  );
}

function markIf(isWrong: boolean) {
  return isWrong ? { 'aria-invalid': true, 'aria-describedby': 'problem' } : undefined;
}

function FieldProblem({ of, wrong }: { of: string } & Pick<ChooseProps, 'wrong'>) {
  if (of !== wrong.field) return null;
  return (
    <p id="problem" role="alert" className="problem">
      {wrong.problem}
    </p>
  );
}

interface TextProps extends Pick<ChooseProps, 'wrong'> {
  field: string;
  name: string;
  hint: string;
  typed: string | undefined;
}

/** Does not truncate: a part of a text is another text. */
function Text({ field, name, hint, typed, wrong }: TextProps) {
  return (
    <>
      <label className="lines">
        <strong>{name}</strong>
        <input
          name={field}
          autoComplete="off"
          defaultValue={typed}
          {...markIf(wrong.field === field)}
        />
        <span className="quiet">{hint}</span>
      </label>
      <FieldProblem of={field} wrong={wrong} />
    </>
  );
}

interface GroupProps extends Pick<ChooseProps, 'values' | 'wrong'> {
  group: View['form']['more'][number]['groups'][number];
}

function Group({ group, values, wrong }: GroupProps) {
  const { field, kind, name, hint, choices } = group;
  const sent = values[field];
  if (kind === 'text') {
    const whole = [name, ...choices.map(({ words }) => words)].join(': ');
    return <Text field={field} name={whole} hint={hint} typed={sent?.[0]} wrong={wrong} />;
  }
  return (
    <fieldset className="tiles">
      <legend>{name}</legend>
      {hint && <p className="quiet">{hint}</p>}
      {choices.map(({ id, words }, place) => (
        <label key={id} className="option">
          <input
            type={kind === 'one' ? 'radio' : 'checkbox'}
            name={field}
            value={id}
            defaultChecked={sent ? sent.includes(id) : kind === 'one' && place === 0}
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}
