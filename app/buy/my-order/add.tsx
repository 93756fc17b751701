import { data, href, redirect } from 'react-router';
import { readFormData, valuesIn } from '#app/read-form.ts';
import { privatePageMeta } from '#app/seo/page-meta.ts';
import { shopContext } from '#app/shop-context.ts';
import { useFocusOnProblem } from '#app/ui/focus-on-problem.ts';
import { PhoneLink } from '#app/ui/text.tsx';
import { dayInWords, isDay } from '#domain/calendar/days.ts';
import { timeOf, whenInWords } from '#domain/calendar/times.ts';
import { parseJson } from '#domain/guard.ts';
import { formatPence } from '#domain/money.ts';
import { amountAdded } from '#domain/orders/addition.ts';
import {
  type AdditionResult,
  addByCustomer,
  dropAddition,
  payForAddition,
} from '#server/orders/add-by-customer.ts';
import { AdditionRequest, checkAddition } from '#server/orders/check-addition.ts';
import { customerOrder } from '#server/orders/customer-order.ts';
import type { Shop } from '#server/shop.ts';
import type { Route } from './+types/add';
import styles from './add.module.css';
import { Adding, Choose, Confirm } from './add-forms.tsx';
import {
  type Asked,
  additionForm,
  drawUp,
  lineView,
  problemOfFields,
  type Values,
} from './addition-form.ts';
import { FIXED_REASONS, noOrder, refused } from './refused.ts';
import '#app/ui/letter.css';

/** The order of the link with one of its days. @throws the page of its absence, or a redirect to the order. */
async function readOrder(shop: Shop, { token, day }: { token: string; day: string }) {
  const order = await customerOrder(shop, token);
  if (!order) throw noOrder();
  if (order === 'over') throw redirect(href('/my-order/:token', { token }));
  const ofDay = order.days.find((each) => each.day === day);
  // Moved meanwhile.
  if (!ofDay || !isDay(day)) throw redirect(href('/my-order/:token', { token }));
  return { order, ofDay, day };
}

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
  /** The field that it is about. */
  field?: string;
  asked?: Asked;
  checkoutUrl?: string;
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const shop = context.get(shopContext);
  const { token } = params;
  const values = valuesIn(await readFormData(request));
  const wanted = values.do?.[0];
  switch (wanted) {
    case 'look': {
      const { order, day } = await readOrder(shop, params);
      const wrong = await problemOfFields(shop, order, day, values);
      if (wrong) return data<Answer>({ ...wrong, values }, 422);
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
  const [problem, status] = refused(result);
  return data<Answer>({ problem, values }, status);
}

export function headers({ actionHeaders }: Route.HeadersArgs) {
  return actionHeaders;
}

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(matches[0].loaderData, {
    title: 'Add to your order',
    description: 'Add candles, a cake or an option to your order.',
  });
}

export default function Add({ loaderData: view, actionData }: Route.ComponentProps) {
  const { token, number, when, adding, fixed } = view;
  const {
    values = {},
    problem,
    field,
    asked,
    checkoutUrl: url,
  }: Partial<Answer> = actionData ?? {};
  const isBeingPaid = adding?.isProcessing === true;
  useFocusOnProblem();
  return (
    <div className="letter">
      <header className="lines">
        <h1>Add to your order</h1>
        <p>
          Order {number}, to collect on {when}
        </p>
      </header>
      {problem && !field && (
        <p role="alert" className={`${styles.problem} problem`}>
          {problem}
        </p>
      )}
      {url ? (
        <p role="status" className="box">
          The card page is opening. If it does not, <a href={url}>open it here</a>.
        </p>
      ) : adding ? (
        <Adding adding={adding} />
      ) : fixed ? (
        <p className="box">
          Nothing can be added here: {FIXED_REASONS[fixed]}. Please ring us on <PhoneLink />.
        </p>
      ) : asked ? (
        <Confirm asked={asked} values={values} />
      ) : (
        <Choose view={view} values={values} wrong={{ field, problem }} />
      )}
      {!url && !isBeingPaid && (
        <p>
          <a className="word-button" href={href('/my-order/:token', { token })}>
            Back to your order
          </a>
        </p>
      )}
    </div>
  );
}
