import { data, href, redirect } from 'react-router';
import { readFormData, valuesIn } from '#app/read-form.ts';
import { privatePageMeta } from '#app/seo/page-meta.ts';
import { shopContext } from '#app/shop-context.ts';
import { Allergens } from '#app/ui/allergens.tsx';
import { Button } from '#app/ui/button.tsx';
import { useFocusOnProblem } from '#app/ui/focus-on-problem.ts';
import { ItemPhoto } from '#app/ui/item-photo.tsx';
import { PhoneLink } from '#app/ui/text.tsx';
import { dayInWords, isDay } from '#domain/calendar/days.ts';
import { timeOf, whenInWords } from '#domain/calendar/times.ts';
import { optionsInWords } from '#domain/catalogue/options.ts';
import { titleInFull } from '#domain/catalogue/sizes.ts';
import { parseJson } from '#domain/guard.ts';
import { formatPence, sumPence } from '#domain/money.ts';
import { type AddedLine, amountAdded } from '#domain/orders/addition.ts';
import { MESSAGE_MAX } from '#domain/orders/plain-text.ts';
import {
  type AdditionResult,
  addByCustomer,
  dropAddition,
  payForAddition,
} from '#server/orders/add-by-customer.ts';
import { AdditionRequest, checkAddition } from '#server/orders/check-addition.ts';
import { type CustomerOrder, customerOrder } from '#server/orders/customer-order.ts';
import type { Shop } from '#server/shop.ts';
import type { Route } from './+types/add';
import styles from './add.module.css';
import { additionForm, drawUp } from './addition-form.ts';
import { FIXED_REASONS } from './change-forms.tsx';

/** The order of the link with one of its days. @throws the page of its absence, or a redirect to the order. */
async function readOrder(shop: Shop, { token, day }: { token: string; day: string }) {
  const order = await customerOrder(shop, token);
  if (!order) throw data({ title: 'We could not find that order', text: SLIP }, { status: 404 });
  if (order === 'over') throw redirect(href('/my-order/:token', { token }));
  const ofDay = order.days.find((each) => each.day === day);
  // Moved meanwhile.
  if (!ofDay || !isDay(day)) throw redirect(href('/my-order/:token', { token }));
  return { order, ofDay, day };
}

const SLIP = 'There may be a slip in the link. Please use the one in our last e-mail.';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { order, ofDay, day } = await readOrder(shop, params);
  const { adding, takesAdditions } = order;
  if (!takesAdditions) throw redirect(href('/my-order/:token', params));
  const chosen = new URL(request.url).searchParams.get('cake');
  return {
    token: params.token,
    day,
    id: crypto.randomUUID(),
    number: order.number,
    when: whenInWords(day, timeOf(order.items, day)),
    until: dayInWords(ofDay.add.until),
    fixed: ofDay.add.fixed,
    adding: adding && { ...adding, amount: formatPence(adding.amount) },
    form: await additionForm(shop, order, day, chosen),
  };
}

/** What a form has come to, with what was entered. */
interface Answer {
  values: Values;
  problem?: string;
  asked?: Asked;
  checkoutUrl?: string;
}

interface Asked {
  /** What is confirmed, as JSON. */
  request: string;
  lines: ReturnType<typeof lineView>[];
  amount: string;
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { token } = params;
  const values = valuesIn(await readFormData(request));
  const wanted = values.do?.[0];
  switch (wanted) {
    case 'look': {
      const { order, day } = await readOrder(shop, params);
      const read = AdditionRequest.safeParse(await drawUp(shop, order, day, values));
      if (!read.success) {
        const problem = read.error.issues[0]?.message ?? '';
        return data<Answer>({ problem, values }, 422);
      }
      const checked = await checkAddition(shop, token, read.data);
      if (!checked.ok) return refuse(checked, values);
      const { lines } = checked.addition;
      const asked: Asked = {
        request: JSON.stringify(read.data),
        lines: lines.map((line) => lineView(line, checked.order.items)),
        amount: formatPence(amountAdded(lines)),
      };
      return data<Answer>({ asked, values });
    }
    case 'change':
      return data<Answer>({ values });
    case 'add': {
      const read = AdditionRequest.safeParse(parseJson(values.request?.[0] ?? ''));
      if (!read.success) throw data(null, { status: 400 });
      return answer(await addByCustomer(shop, token, read.data), token, values);
    }
    case 'pay':
      return answer(await payForAddition(shop, token), token, values);
    case 'drop':
      return answer(await dropAddition(shop, token), token, values, 'dropped');
    default:
      throw data(null, { status: 400 });
  }
}

/** Leads to the card page. Not by a redirect, which the policy for forms would stop. */
function answer(result: AdditionResult, token: string, values: Values, done = 'added') {
  if (!result.ok) return refuse(result, values);
  const { checkoutUrl } = result;
  if (checkoutUrl === undefined) {
    throw redirect(`${href('/my-order/:token', { token })}?done=${done}`, 303);
  }
  return data<Answer>({ checkoutUrl, values }, { headers: { Refresh: `0;url=${checkoutUrl}` } });
}

function refuse(result: Exclude<AdditionResult, { ok: true }>, values: Values) {
  switch (result.reason) {
    case 'unknown':
      throw data({ title: 'We could not find that order', text: SLIP }, { status: 404 });
    case 'conflict':
      return data<Answer>(
        { problem: 'Your order has changed. Please look at it again.', values },
        409,
      );
    case 'fixed':
      return data<Answer>(
        { problem: `It cannot be added here: ${FIXED_REASONS[result.why]}.`, values },
        409,
      );
    case 'invalid':
      return data<Answer>({ problem: result.text, values }, 422);
  }
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

function lineView(line: AddedLine, items: CustomerOrder['items'] | { title: string }[]) {
  if ('item' in line) {
    const { item } = line;
    return {
      title: titleInFull(item),
      options: optionsInWords(item.options ?? []),
      message: item.message,
      price: formatPence(item.price),
      // Candles are not to eat.
      declared:
        item.isAddOn && item.allergens.length === 0
          ? undefined
          : { allergens: item.allergens, mayContain: item.mayContain },
    };
  }
  return {
    title: `For ${items[line.position]?.title ?? 'your cake'}`,
    options: optionsInWords(line.options),
    message: '',
    price: formatPence(sumPence(line.options.map(({ price }) => price))),
    declared: { allergens: line.allergens, mayContain: line.mayContain },
  };
}

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(matches[0].loaderData, {
    title: 'Add to your order',
    description: 'Add candles, a cake or an option to your order.',
  });
}

type View = Route.ComponentProps['loaderData'];
type Values = Record<string, string[]>;

export default function Add({ loaderData: view, actionData }: Route.ComponentProps) {
  const { token, number, when, adding, fixed } = view;
  const { values = {}, problem, asked, checkoutUrl: url }: Partial<Answer> = actionData ?? {};
  const isBeingPaid = adding?.isProcessing === true;
  useFocusOnProblem();
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <h1>Add to your order</h1>
        <p>
          Order {number}, to collect on {when}
        </p>
      </header>
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      {url ? (
        <p role="status" className={styles.box}>
          The card page is opening. If it does not, <a href={url}>open it here</a>.
        </p>
      ) : adding ? (
        <Adding adding={adding} />
      ) : fixed ? (
        <p className={styles.box}>
          Nothing can be added here: {FIXED_REASONS[fixed]}. Please ring us on <PhoneLink />.
        </p>
      ) : asked ? (
        <Confirm asked={asked} values={values} />
      ) : (
        <Choose view={view} values={values} />
      )}
      {!url && !isBeingPaid && (
        <p>
          <a className={styles.link} href={href('/my-order/:token', { token })}>
            Back to your order
          </a>
        </p>
      )}
    </div>
  );
}

/** One at a time: what is begun is paid, or taken off. */
function Adding({ adding }: { adding: NonNullable<View['adding']> }) {
  const { words, amount, isProcessing } = adding;
  if (isProcessing) {
    return (
      <p className={styles.box}>
        {words}: your bank is still sending {amount}, which can take a few days. You need not pay
        again.
      </p>
    );
  }
  return (
    <section className={styles.box} aria-labelledby="adding">
      <h2 id="adding">Not paid yet</h2>
      <p>
        {words}: {amount}. It is a part of your order once it is paid.
      </p>
      <form method="post" className={styles.ways}>
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
function Confirm({ asked, values }: { asked: Asked; values: Values }) {
  const isFree = asked.amount === formatPence(0);
  return (
    <section className={styles.box} aria-labelledby="asked" role="status">
      <h2 id="asked">You are adding</h2>
      <ul className={styles.lines}>
        {asked.lines.map(({ title, options, message, price, declared }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one form.
          <li key={place}>
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
      <form method="post" className={styles.ways}>
        <input type="hidden" name="request" value={asked.request} />
        {Object.entries(values)
          .filter(([name]) => name !== 'do' && name !== 'request')
          .flatMap(([name, all]) =>
            all.map((value) => (
              <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
            )),
          )}
        <Button type="submit" name="do" value="add">
          {isFree ? 'Add it' : `Pay ${asked.amount} by card`}
        </Button>
        <Button type="submit" name="do" value="change" variant="outline">
          Change it
        </Button>
      </form>
    </section>
  );
}

function Choose({ view, values }: { view: View; values: Values }) {
  const { id, token, until, form } = view;
  const { touches, cakes, cake, more } = form;
  return (
    <>
      <form method="post" className={styles.form}>
        <input type="hidden" name="id" value={id} />
        {cake && (
          <fieldset className={styles.part}>
            <legend>{cake.title}</legend>
            <input type="hidden" name="cake" value={cake.id} />
            <p className="quiet">
              <Allergens of={cake.declared} />
            </p>
            {cake.sizes.map((size, place) => (
              <label key={size.id} className={styles.choice}>
                <input
                  type="radio"
                  name="size"
                  value={size.id}
                  defaultChecked={values.size ? values.size[0] === size.id : place === 0}
                />
                {size.words}
              </label>
            ))}
            {cake.groups.map((group) => (
              <Group key={group.field} group={group} values={values} />
            ))}
            {cake.takesMessage && (
              <label className={styles.text}>
                <strong>Message on the cake</strong>
                <input
                  name="message"
                  autoComplete="off"
                  maxLength={MESSAGE_MAX}
                  className={styles.input}
                  defaultValue={values.message?.[0]}
                />
                <span className="quiet">It may be empty. Up to {MESSAGE_MAX} characters.</span>
              </label>
            )}
          </fieldset>
        )}
        {touches.length > 0 && (
          <fieldset className={styles.part}>
            <legend>Personal touches</legend>
            <p className="quiet">You can add them until {until}.</p>
            {touches.map(({ field, title, words, img, declared }) => (
              <label key={field} className={styles.touch}>
                <ItemPhoto file={img} sizes="4rem" className={styles.photo} />
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
                  aria-label={`How many: ${title}`}
                />
              </label>
            ))}
          </fieldset>
        )}
        {more.map(({ position, title, groups }) => (
          <fieldset key={position} className={styles.part}>
            <legend>For your {title}</legend>
            {groups.map((group) => (
              <Group key={group.field} group={group} values={values} />
            ))}
          </fieldset>
        ))}
        <p>You see what it comes to before you pay.</p>
        <Button type="submit" name="do" value="look">
          Next
        </Button>
      </form>
      {cake ? (
        <a
          className={styles.link}
          href={href('/my-order/:token/add/:day', { token, day: view.day })}
        >
          Add no cake
        </a>
      ) : (
        cakes.length > 0 && (
          <form method="get" className={styles.part}>
            <label className={styles.text}>
              <strong>Another cake for the same day</strong>
              <select name="cake" className={styles.input}>
                {cakes.map((each) => (
                  <option key={each.id} value={each.id}>
                    {each.title}
                  </option>
                ))}
              </select>
            </label>
            <Button type="submit" variant="outline">
              Choose this cake
            </Button>
          </form>
        )
      )}
    </>
  );
}

type GroupView = View['form']['more'][number]['groups'][number];

function Group({ group, values }: { group: GroupView; values: Values }) {
  const { field, kind, name, hint, choices } = group;
  const sent = values[field];
  if (kind === 'text') {
    return (
      <label className={styles.text}>
        <strong>{[name, ...choices.map(({ words }) => words)].join(': ')}</strong>
        <input name={field} autoComplete="off" className={styles.input} defaultValue={sent?.[0]} />
        <span className="quiet">{hint}</span>
      </label>
    );
  }
  return (
    <fieldset className={styles.group}>
      <legend>{name}</legend>
      {hint && <p className="quiet">{hint}</p>}
      {choices.map(({ id, words }, place) => (
        <label key={id} className={styles.choice}>
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
