import { data, href, redirect } from 'react-router';
import { readForm } from '#app/read-form.ts';
import { privatePageMeta } from '#app/seo/page-meta.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { useCafe } from '#app/ui/cafe.ts';
import { useFocusOnProblem } from '#app/ui/focus-on-problem.ts';
import { PhoneLink } from '#app/ui/text.tsx';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords, londonDay, londonTime } from '#domain/calendar/days.ts';
import { isQuote, wasBooked } from '#domain/orders/order.ts';
import {
  type CakeRequest,
  isOver,
  peopleInWords,
  reachableAddress,
} from '#domain/requests/request.ts';
import { currentWords } from '#server/content/texts.ts';
import { openRequest } from '#server/requests/link.ts';
import { ordersOfRequests } from '#server/requests/ordered.ts';
import { type ReplyResult, replyToRequest } from '#server/requests/reply.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/request';
import styles from './ask.module.css';
import '#app/ui/letter.css';

/** Changes nothing, however often it is opened. */
export async function loader({ context, params, request: { url } }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const request = await openRequest(shop, params.token);
  if (!request) throw notFound();
  const { messages, photos } = request;
  const orders = await ordersOfRequests(shop.db, [request.id]);
  const hasQuote = orders.some((each) => isQuote(each.state));
  return {
    token: params.token,
    number: request.number,
    state: stateOf(request, todayAt(shop), hasQuote),
    // Both whatever was written since.
    hasQuote,
    isOrdered: orders.some((each) => wasBooked(each.state)),
    occasion: request.occasion,
    people: peopleInWords(request.people),
    day: dayInWords(request.day),
    ideas: request.ideas,
    budget: request.budget,
    name: request.name,
    // Who has the link need not be the customer: neither address nor number.
    reach: reachOf(request),
    photos,
    last: messages.at(-1)?.number ?? 0,
    messages: messages
      .filter(({ text }) => text !== '')
      .map(({ number, author, text, at }) => ({
        number,
        author,
        text,
        at,
        when: `${dayInWords(londonDay(at), 'short')}, ${londonTime(at)}`,
      })),
    promise: (await currentWords(shop)).asking.promise,
    isSent: new URL(url).searchParams.has('sent'),
  };
}

function stateOf(request: CakeRequest, today: Day, hasQuote: boolean) {
  const { state } = request;
  if (isOver(request, today)) return 'over';
  return state === 'quoted' && !hasQuote ? 'quote-over' : state;
}

function reachOf(request: CakeRequest): keyof typeof REACH | undefined {
  if (reachableAddress(request) !== '') return 'email';
  return request.phone === '' ? undefined : 'phone';
}

interface Answer {
  problem: string;
  typed: string;
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const field = await readForm(request);
  const typed = field('text');
  const last = Number.parseInt(field('last'), 10);
  if (!(last >= 0)) throw data(null, { status: 400 });
  const shop = context.get(shopContext);
  const result = await replyToRequest(shop, params.token, { text: typed, last });
  if (result.ok) throw redirect(`${href('/ask/:token', params)}?sent`, 303);
  if (result.reason === 'unknown') throw notFound();
  if (result.reason === 'invalid') return data<Answer>({ problem: result.problem, typed }, 422);
  return data<Answer>({ problem: REFUSALS[result.reason], typed }, 409);
}

const REFUSALS: Record<
  Exclude<Extract<ReplyResult, { ok: false }>['reason'], 'unknown' | 'invalid'>,
  string
> = {
  conflict:
    'Something has happened since you opened this page. Please read it above, then send yours.',
  over: 'The day has passed. Please ring us.',
  'too-many': 'There is a great deal here already. Please ring us.',
};

function notFound() {
  const text =
    'There may be a slip in the link, or it was long ago. If you have our email, please use the link in it.';
  return data({ title: 'We could not find that request', text }, { status: 404 });
}

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(matches[0].loaderData, {
    title: 'Your request',
    description: 'What you asked us for, and our answer.',
  });
}

type View = Route.ComponentProps['loaderData'];

const TITLES: Record<View['state'], string> = {
  open: 'We have your request',
  answered: 'We have a question',
  quoted: 'We have a quote for you',
  'quote-over': 'Our quote has ended',
  ordered: 'It is ordered',
  declined: 'Our answer',
  closed: 'Your request',
  over: 'The day has passed',
};

export default function Request({ loaderData: view, actionData: answer }: Route.ComponentProps) {
  const { token, state, hasQuote, isOrdered, number, messages, isSent } = view;
  useFocusOnProblem();
  return (
    <div className="letter">
      <header className="stack">
        <h1>{TITLES[isOrdered && state === 'open' ? 'ordered' : state]}</h1>
        <div role="status" className="lines">
          {isSent && !answer && <p className="said">Sent, thank you.</p>}
          <Explanation view={view} />
          {hasQuote && state !== 'over' && (
            <p>
              <ButtonLink to={href('/pay/:token', { token })} reloadDocument>
                See the quote
              </ButtonLink>
            </p>
          )}
        </div>
      </header>
      {messages.length > 0 && <Messages view={view} />}
      {(state !== 'over' || answer) && <Reply view={view} answer={answer} />}
      <AskedFor view={view} />
      <p className="quiet">
        Request {number}. {!isOrdered && 'Nothing is ordered or charged. '}
        If you would rather talk, ring us on <PhoneLink />.
      </p>
    </div>
  );
}

function Explanation({ view: { state, promise, reach } }: { view: View }) {
  if (state === 'open') {
    return (
      <>
        <p>
          <strong>{promise}</strong> {reach && REACH[reach]}
        </p>
        {!reach && (
          <p>
            Our email could not reach you: the address that you gave us does not work. Please ring
            us on <PhoneLink />.
          </p>
        )}
      </>
    );
  }
  if (state === 'answered') return <p>Please answer it below. We go on from there.</p>;
  if (state === 'quoted') {
    return <p>It says what we would make, what it costs, and until when you can accept it.</p>;
  }
  if (state === 'quote-over') {
    return (
      <p>
        If you would still like it, write to us below, or ring us on <PhoneLink />.
      </p>
    );
  }
  if (state === 'ordered') {
    return reach === 'email' && <p>Our email about the order has all that you need.</p>;
  }
  if (state === 'over') {
    return (
      <p>
        If there is another day for it, <a href={href('/ask')}>ask us again</a>.
      </p>
    );
  }
  return null;
}

const REACH = {
  email: 'We write to your email address, with a link to this page.',
  phone: 'We ring you. Please keep the address of this page: it opens your request again.',
};

function Messages({ view: { messages } }: { view: View }) {
  const { name } = useCafe();
  return (
    <section className="box" aria-labelledby="messages">
      <h2 id="messages">What was written</h2>
      <ol className="stack">
        {messages.map(({ number, author, text, at, when }) => (
          <li key={number} className={`lines ${styles[author]}`}>
            <p className="quiet">
              <strong>{author === 'staff' ? name : 'You'}</strong> <time dateTime={at}>{when}</time>
            </p>
            <p className={styles.text}>
              <bdi>{text}</bdi>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Reply({ view: { state, last }, answer }: { view: View; answer: Answer | undefined }) {
  const isAsked = state === 'answered';
  return (
    <form method="post" className={`${styles.form} stack`}>
      <input type="hidden" name="last" value={last} />
      <div className={styles.field}>
        <label htmlFor="text">{isAsked ? 'Your answer' : 'Is there anything to add?'}</label>
        <textarea
          id="text"
          name="text"
          rows={isAsked ? 5 : 3}
          defaultValue={answer?.typed}
          aria-invalid={answer !== undefined}
          aria-describedby={answer && 'text-problem'}
        />
        {answer && (
          <p id="text-problem" role="alert" className="problem">
            {answer.problem}
          </p>
        )}
      </div>
      <Button type="submit" variant={isAsked ? 'solid' : 'outline'}>
        Send
      </Button>
    </form>
  );
}

function AskedFor({ view }: { view: View }) {
  const { token, occasion, people, day, ideas, budget, photos, name } = view;
  return (
    <section className="box" aria-labelledby="asked">
      <h2 id="asked">What you asked for</h2>
      <p>
        <strong>
          {occasion}, for {people}
        </strong>
      </p>
      <p>{day}</p>
      <p className={styles.text}>
        <bdi>{ideas}</bdi>
      </p>
      {budget && <p>Budget: {budget}</p>}
      {photos.length > 0 && (
        <ul className={`${styles.photos} cluster`}>
          {photos.map(({ position, width, height }) => (
            <li key={position}>
              <img
                src={href('/ask/:token/photos/:position', { token, position: String(position) })}
                width={width}
                height={height}
                alt={`Your ${photos.length === 1 ? 'photo' : `photo ${position + 1}`}`}
                loading="lazy"
              />
            </li>
          ))}
        </ul>
      )}
      <p>{name}</p>
    </section>
  );
}
