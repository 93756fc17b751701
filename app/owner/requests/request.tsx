import { href, Link } from 'react-router';
import { Groups } from '#app/owner/collections/collection-card.tsx';
import { customerName } from '#app/owner/collections/words.ts';
import { CallLink } from '#app/owner/frame/call-link.tsx';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { LIVE } from '#app/owner/frame/use-live-orders.ts';
import { emailInWords } from '#app/owner/orders/email-words.ts';
import { personContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import { Fact } from '#app/ui/kit/fact.tsx';
import { Action } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { ActionLink, QuietLink } from '#app/ui/kit/links.tsx';
import { Row, Rows } from '#app/ui/kit/rows.tsx';
import { Notice, Screen, Section } from '#app/ui/kit/screen.tsx';
import { dayInWords } from '#domain/calendar/days.ts';
import { formatPence } from '#domain/money.ts';
import { isQuote, type OrderState, wasBooked } from '#domain/orders/order.ts';
import { reachableAddress } from '#domain/requests/request.ts';
import { nameOf } from '#domain/staff/name-of.ts';
import { may } from '#domain/staff/rights.ts';
import { readEmails } from '#server/orders/book-rows.ts';
import { ordersOfRequests } from '#server/requests/ordered.ts';
import { similarRequests } from '#server/requests/similar.ts';
import { todayAt } from '#server/shop.ts';
import { namesOfPeople } from '#server/staff/people.ts';
import type { Route } from './+types/request';
import { AnswerForm } from './answer.tsx';
import { requestWith } from './find-request.ts';
import styles from './request.module.css';
import { requestDay } from './request-day.ts';
import { declineWords, messageInWords, STATE_WORDS, wishInWords } from './words.ts';

export const handle = LIVE;

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { role } = context.get(personContext);
  const request = await requestWith(shop, params.request);
  const [day, similar, orders, names, emails] = await Promise.all([
    requestDay(shop, request.day),
    similarRequests(shop, request),
    ordersOfRequests(shop.db, [request.id]),
    namesOfPeople(shop),
    readEmails(shop.db, request.id),
  ]);
  const { id, messages, photos, ...facts } = request;
  return {
    id,
    number: facts.number,
    name: customerName(facts),
    state: STATE_WORDS[facts.state],
    isOpen: facts.state === 'open' || facts.state === 'answered' || facts.state === 'quoted',
    isAnonymised: facts.anonymisedAt !== null,
    mayForget: may(role, 'run-cafe'),
    phone: facts.phone,
    email: facts.email,
    isEmailRefused: facts.isEmailRefused,
    hasEmail: reachableAddress(facts) !== '',
    asked: instantInWords(facts.createdAt),
    wish: wishInWords(facts),
    ideas: facts.ideas,
    budget: facts.budget,
    photos,
    day,
    decline: declineWords(facts.day),
    version: messages.length,
    messages: messages.map((message) => ({
      number: message.number,
      at: instantInWords(message.at),
      by: message.author === 'customer' ? customerName(facts) : nameOf(names, message.personId),
      words: messageInWords(message),
    })),
    emails: emails.map((each) => ({ kind: each.kind, ...emailInWords(each) })),
    // What has ended comes last.
    orders: orders
      .toSorted((one, other) => Number(hasEnded(one.state)) - Number(hasEnded(other.state)))
      .map(({ number, total, state }) => ({
        number,
        words: `${quotedOrOrdered(state)} ${number}, ${formatPence(total)}`,
      })),
    similar: similar.map(({ orders: made, ...each }) => ({
      number: each.number,
      wish: wishInWords(each),
      ideas: each.ideas,
      day: dayInWords(each.day, 'short', todayAt(shop)),
      state:
        made.length > 0
          ? `${made.some(({ state }) => wasBooked(state)) ? 'Ordered' : 'Quoted'} for ${made.map(({ total }) => formatPence(total)).join(' and ')}`
          : STATE_WORDS[each.state],
    })),
  };
}

export default function RequestScreen({ loaderData }: Route.ComponentProps) {
  const { id, number, name, state, isAnonymised, phone, email, isEmailRefused, orders } =
    loaderData;
  const { wish, ideas, budget, asked, photos, day, emails, similar, mayForget } = loaderData;
  return (
    <Screen
      title={`${name}, ${number}`}
      above={{ path: href('/owner/requests'), title: 'Requests' }}
      heading={name}
      summary={`Request ${number} · ${state}`}
    >
      {orders.map((made) => (
        <p key={made.number}>
          <QuietLink to={href('/owner/orders/:order', { order: made.number })}>
            {made.words}
          </QuietLink>
        </p>
      ))}
      {!isAnonymised && (
        <p className={kit.actions}>
          <a className={kit.action} href="#answer">
            Answer
          </a>
          <ActionLink to={`${href('/owner/orders/new')}?request=${number}&quote`}>
            {orders.length > 0 ? 'Make another quote' : 'Make a quote'}
          </ActionLink>
          <ActionLink to={`${href('/owner/orders/new')}?request=${number}`}>
            {orders.length > 0 ? 'Take another order' : 'Take it as an order'}
          </ActionLink>
          {phone && <CallLink phone={phone} />}
        </p>
      )}
      {isEmailRefused && (
        <Notice kind="warning">
          The address {email} does not work: {phone ? 'please ring.' : 'nobody can be reached.'}
        </Notice>
      )}
      <div className={kit.columns}>
        <div>
          <Section title={wish || 'What it was for was removed'}>
            {ideas && <p className={kit.typed}>{ideas}</p>}
            <dl className={kit.facts}>
              <Fact label="For">{day.words}</Fact>
              {budget && <Fact label="Budget">{budget}</Fact>}
              {email && <Fact label="E-mail">{email}</Fact>}
              <Fact label="Asked">{asked}</Fact>
            </dl>
          </Section>
          {photos.length > 0 && (
            <Section title={photos.length === 1 ? 'Photo' : 'Photos'}>
              <Photos number={number} photos={photos} />
            </Section>
          )}
        </div>
        <div>
          <DayOfRequest day={day} />
          <Messages {...loaderData} />
          {!isAnonymised && <Answers {...loaderData} />}
          <Section title="E-mails">
            <dl className={kit.facts}>
              {emails.map(({ kind, what, state: sent }) => (
                <Fact key={kind} label={what}>
                  {sent}
                </Fact>
              ))}
            </dl>
            {emails.length === 0 && <Notice kind="quiet">None.</Notice>}
          </Section>
        </div>
      </div>
      {similar.length > 0 && (
        <Section title="Asked for before">
          <Rows>
            {similar.map((each) => (
              <Row
                key={each.number}
                to={href('/owner/requests/:request', { request: each.number })}
              >
                <strong>{each.wish}</strong> · {each.state} · {each.day}
                <br />
                <span className={`${kit.quiet} ${kit.cut}`}>{each.ideas}</span>
              </Row>
            ))}
          </Rows>
        </Section>
      )}
      {mayForget && !isAnonymised && (
        <Section title="Privacy">
          <p className={kit.links}>
            <QuietLink to={href('/owner/customers/:record', { record: id })}>
              Show or forget what we know of this person
            </QuietLink>
          </p>
        </Section>
      )}
    </Screen>
  );
}

function quotedOrOrdered(state: OrderState): string {
  if (hasEnded(state)) return 'Quote that has ended,';
  return isQuote(state) ? 'Quote' : 'Order';
}

function hasEnded(state: OrderState): boolean {
  return !isQuote(state) && !wasBooked(state);
}

type Data = Route.ComponentProps['loaderData'];

/** Each opens alone. */
function Photos({ number, photos }: Pick<Data, 'number' | 'photos'>) {
  return (
    <ul className={`cluster ${styles.photos}`}>
      {photos.map(({ position, width, height }) => {
        const path = href('/owner/requests/:request/photos/:position', {
          request: number,
          position: String(position),
        });
        return (
          <li key={position}>
            <a href={path}>
              <img
                src={path}
                alt={`What the customer has sent, ${position + 1} of ${photos.length}`}
                width={width}
                height={height}
              />
            </a>
          </li>
        );
      })}
    </ul>
  );
}

function DayOfRequest({ day }: Pick<Data, 'day'>) {
  return (
    <Section title={<Link to={day.path}>{day.words}</Link>}>
      {day.against.length > 0 && <Notice kind="warning">{day.against.join('. ')}.</Notice>}
      <p className={styles.day}>{day.facts.join(' · ')}</p>
      <Groups groups={day.groups} />
    </Section>
  );
}

function Messages({ name, messages }: Pick<Data, 'name' | 'messages'>) {
  if (messages.length === 0) return null;
  return (
    <Section title={`Messages with ${name}`}>
      <ol className="stack">
        {messages.map(({ number, at, by, words }) => (
          <li key={number}>
            <span className={kit.quiet}>
              {by}, {at}
            </span>
            <p className={kit.typed}>{words}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

/** What can be answered beside a quote, which is made on a screen of its own. */
function Answers(request: Data) {
  const { number, version, isOpen } = request;
  const path = href('/owner/requests/:request/answer', { request: number });
  return (
    <Section title="Answer" id="answer">
      <AnswerForm kind="written" request={request} />
      {isOpen ? (
        <>
          <details className={kit.more}>
            <summary>Decline</summary>
            <AnswerForm kind="declined" request={request} />
          </details>
          <Action to={path} version={version} fields={{ kind: 'closed' }} look="quiet">
            Close it without an e-mail
          </Action>
        </>
      ) : (
        <Action to={path} version={version} fields={{ kind: 'reopened' }} look="quiet">
          Open it again
        </Action>
      )}
    </Section>
  );
}
