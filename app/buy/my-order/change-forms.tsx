import { href } from 'react-router';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { PhoneLink } from '#app/ui/text.tsx';
import { dayInWords, isDay } from '#domain/calendar/days.ts';
import { MESSAGE_MAX } from '#domain/orders/plain-text.ts';
import type { Fixed } from '#server/orders/customer-order.ts';
import type { Route } from './+types/my-order';
import styles from './my-order.module.css';
import { FIXED_REASONS } from './refused.ts';

export type View = NonNullable<Route.ComponentProps['loaderData']>;
export type Order = View['order'];
type OrderDay = Order['days'][number];
export type Item = OrderDay['items'][number];

/** What a form could not do. `at` names the form, `typed` what it was sent with. */
export interface Rejected {
  at: string;
  problem: string;
  typed: string;
}

/** What a move means, which the customer confirms. */
export interface Asked {
  at: string;
  asked: {
    to: string;
    question: string;
    after: string;
    /** To choose from, on a day that has them. */
    times: { value: string; words: string; isChosen: boolean }[];
  };
}

export type Answer = Rejected | Asked;

/** The names of the forms that the page of an order has. */
function formsOf({ isOver, days }: Order): string[] {
  if (isOver) return [];
  const ofDays = days.flatMap(({ day, items }) => [
    nameOfForm('move', day),
    ...items
      .filter(({ takesMessage }) => takesMessage)
      .map(({ position }) => nameOfForm('message', position)),
  ]);
  return [nameOfForm('collector'), nameOfForm('cancel'), ...ofDays];
}

/** @param part the item or the day, if the order has a form for each. */
export function nameOfForm(
  wanted: 'message' | 'collector' | 'move' | 'cancel',
  part: string | number = '',
): string {
  return `${wanted}-${part}`;
}

interface FormProps {
  order: Order;
  rejected: Rejected | undefined;
}

export function Message({ order, day, item, rejected }: FormProps & { day: OrderDay; item: Item }) {
  const own = rejectedForm(rejected, nameOfForm('message', item.position));
  const { fixed, until } = day.messages;
  if (fixed) return <FixedNote fixed={fixed} what="The message" rejected={own} />;
  const id = `message-${item.position}`;
  return (
    <details className="on-screen" open={own !== undefined}>
      <summary
        className="word-button"
        aria-label={`${item.message ? 'Change' : 'Add'} the message: ${item.title}`}
      >
        {item.message ? 'Change the message' : 'Add a message'}
      </summary>
      <form method="post" className={`${styles.form} lines`}>
        <input type="hidden" name="do" value="message" />
        <input type="hidden" name="position" value={item.position} />
        <input type="hidden" name="version" value={order.version} />
        <label htmlFor={id}>Message on the cake</label>
        <input
          id={id}
          name="to"
          autoComplete="off"
          defaultValue={own?.typed ?? item.message}
          aria-invalid={own !== undefined}
          aria-describedby={`${id}-hint`}
        />
        <p id={`${id}-hint`} className="quiet">
          <Problem rejected={own} /> Up to {MESSAGE_MAX} characters, until {until}.
        </p>
        <Button type="submit">Save</Button>
      </form>
    </details>
  );
}

interface MoveProps extends FormProps {
  token: string;
  day: OrderDay;
  asked: Asked | undefined;
}

export function Move({ token, order, day, rejected, asked }: MoveProps) {
  const own = rejectedForm(rejected, nameOfForm('move', day.day));
  const { fixed, until } = day.move;
  if (fixed) return <FixedNote fixed={fixed} what="The day" rejected={own} />;
  const id = `move-${day.day}`;
  const hidden = (
    <>
      <input type="hidden" name="do" value="move" />
      <input type="hidden" name="day" value={day.day} />
      <input type="hidden" name="version" value={order.version} />
    </>
  );
  if (asked?.at === nameOfForm('move', day.day)) {
    const { to, question, after, times } = asked.asked;
    return (
      <div role="alert" className={`${styles.question} stack`} id={id}>
        <p>
          <strong id={`${id}-question`}>{question}</strong> {after}
        </p>
        <form method="post" className="stack" aria-labelledby={`${id}-question`}>
          {hidden}
          <input type="hidden" name="to" value={to} />
          {times.length > 0 && (
            <fieldset className="tiles">
              <legend>When do you come?</legend>
              {times.map((time) => (
                <label key={time.value} className="option">
                  <input
                    type="radio"
                    name="time"
                    value={time.value}
                    defaultChecked={time.isChosen}
                    required
                  />
                  {time.words}
                </label>
              ))}
            </fieldset>
          )}
          <div className={`${styles.ways} cluster`}>
            <Button type="submit" name="sure" value={to}>
              {to === day.day ? 'Change it' : 'Move it'}
            </Button>
            <ButtonLink to={href('/my-order/:token', { token })} variant="outline" reloadDocument>
              Keep {dayInWords(day.day, 'short')}
            </ButtonLink>
          </div>
        </form>
      </div>
    );
  }
  const action = `#${id}`;
  const orTime = day.hasOtherTimes ? ' or time' : '';
  return (
    <details className="on-screen" id={id} open={own !== undefined}>
      <summary className="word-button" aria-label={`Move to another day${orTime}: ${day.words}`}>
        Move to another day{orTime}
      </summary>
      <p className="quiet" id={`${id}-hint`}>
        <Problem rejected={own} /> You can move it {howOften(order.movesLeft)}, until {until}.
      </p>
      {/* The answer of the server is a new page, which shows this part of it. */}
      <form method="post" action={action}>
        {hidden}
        <ul className={`${styles.days} tiles`}>
          {day.hasOtherTimes && (
            <li>
              <button type="submit" name="to" value={day.day} className={`${styles.open} option`}>
                The same day, at another time
              </button>
            </li>
          )}
          {day.offered.map((open) => (
            <li key={open.day}>
              <button type="submit" name="to" value={open.day} className={`${styles.open} option`}>
                {open.words}
              </button>
            </li>
          ))}
        </ul>
      </form>
      <p className="quiet">{day.rules}</p>
      <form method="post" action={action} className={`${styles.form} lines`}>
        {hidden}
        <label htmlFor={`${id}-day`}>Another day</label>
        <input
          id={`${id}-day`}
          type="date"
          name="to"
          min={day.first}
          max={day.last}
          required
          defaultValue={own?.typed}
          aria-invalid={own !== undefined}
          aria-describedby={`${id}-hint`}
        />
        <Button type="submit" variant="outline">
          Move
        </Button>
      </form>
    </details>
  );
}

export function Collector({ order, rejected }: FormProps) {
  const own = rejectedForm(rejected, nameOfForm('collector'));
  const { textsFixed: fixed, collector, version } = order;
  return (
    <section className="lines" aria-labelledby="collector">
      <h2 id="collector">Who collects it</h2>
      <p>{collector || 'You'}</p>
      {fixed ? (
        <FixedNote fixed={fixed} what="This" rejected={own} />
      ) : (
        <details className="on-screen" open={own !== undefined}>
          <summary className="word-button">Somebody else collects it</summary>
          <form method="post" className={`${styles.form} lines`}>
            <input type="hidden" name="do" value="collector" />
            <input type="hidden" name="version" value={version} />
            <label htmlFor="who">Their name</label>
            <input
              id="who"
              name="to"
              autoComplete="off"
              defaultValue={own?.typed ?? collector}
              aria-invalid={own !== undefined}
              aria-describedby="who-hint"
            />
            <p id="who-hint" className="quiet">
              <Problem rejected={own} /> Leave it empty if you come yourself.
            </p>
            <Button type="submit">Save</Button>
          </form>
        </details>
      )}
    </section>
  );
}

export function Cancel({ order, rejected }: FormProps) {
  const own = rejectedForm(rejected, nameOfForm('cancel'));
  if (order.cancelling === 'requested') return null;
  return (
    <details className="on-screen" open={own !== undefined}>
      <summary className="word-button">Ask us to cancel it</summary>
      <form method="post" className={`${styles.form} lines`}>
        <input type="hidden" name="do" value="cancel" />
        <input type="hidden" name="version" value={order.version} />
        <p>
          <Problem rejected={own} /> Your cake is made for you, so we decide whether we can still
          cancel it and what we can pay back. You get our answer by email.
        </p>
        <Button type="submit" variant="outline">
          Ask to cancel
        </Button>
      </form>
    </details>
  );
}

/** Of a form that the page does not have any more: its item was taken off, or its day moved. */
export function StrayProblem({ order, rejected }: FormProps) {
  if (!rejected || formsOf(order).includes(rejected.at)) return null;
  return (
    <p>
      <Problem rejected={rejected} /> {rejected.typed && youWanted(rejected.typed)}
    </p>
  );
}

/** Says why something cannot be changed, and what was entered before that was so. */
function FixedNote({
  fixed,
  what,
  rejected,
}: {
  fixed: Fixed;
  what: string;
  rejected: Rejected | undefined;
}) {
  return (
    <p className="quiet" role={rejected && 'alert'}>
      {what} cannot be changed here: {FIXED_REASONS[fixed]}. Please ring us on <PhoneLink />.
      {rejected?.typed && ` ${youWanted(rejected.typed)}`}
    </p>
  );
}

export function howOften(times: number): string {
  return ['', 'once more', 'twice'][times] ?? `${times} times`;
}

function youWanted(typed: string): string {
  return `You wanted: ${isDay(typed) ? dayInWords(typed) : `“${typed}”`}.`;
}

function Problem({ rejected }: { rejected: Rejected | undefined }) {
  return rejected ? (
    <strong role="alert" className={`${styles.problem} problem`}>
      {rejected.problem}
    </strong>
  ) : null;
}

function rejectedForm(rejected: Rejected | undefined, at: string): Rejected | undefined {
  return rejected?.at === at ? rejected : undefined;
}
