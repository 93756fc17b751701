import { href, Link } from 'react-router';
import { CollectionCard } from '#app/owner/collections/collection-card.tsx';
import { readCards } from '#app/owner/collections/collection-view.ts';
import { customerName } from '#app/owner/collections/words.ts';
import { CallLink } from '#app/owner/frame/call-link.tsx';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { LIVE } from '#app/owner/frame/use-live-orders.ts';
import { emailName } from '#app/owner/orders/email-words.ts';
import { personContext } from '#app/owner/person-context.ts';
import { wishInWords } from '#app/owner/requests/words.ts';
import { shopContext } from '#app/shop-context.ts';
import { Action } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { ActionLink, QuietLink } from '#app/ui/kit/links.tsx';
import { Row, Rows } from '#app/ui/kit/rows.tsx';
import { Screen, Section } from '#app/ui/kit/screen.tsx';
import type { Collection } from '#domain/book/collection.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { may } from '#domain/staff/rights.ts';
import {
  countFailingEmails,
  type FailingEmail,
  type FailingEmails,
} from '#server/emails/failing-emails.ts';
import { handedOverUnpaid, notTickedOff, restsOverdue } from '#server/orders/book.ts';
import { openIncidents } from '#server/orders/incidents.ts';
import { listOpenRequests } from '#server/requests/rows.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/needs-you';
import styles from './needs-you.module.css';
import { aboutInWords, factsInWords, quietForOwner } from './words.ts';

export const handle = LIVE;

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { role } = context.get(personContext);
  const isOwner = may(role, 'run-cafe');
  const today = todayAt(shop);
  // Incidents are about money and addresses.
  const [requests, late, unpaid, overdue, incidents, failing] = await Promise.all([
    may(role, 'take-orders') ? listOpenRequests(shop) : [],
    notTickedOff(shop),
    may(role, 'take-payment') ? handedOverUnpaid(shop) : [],
    may(role, 'take-payment') ? restsOverdue(shop) : [],
    isOwner ? openIncidents(shop) : [],
    isOwner ? countFailingEmails(shop) : 0,
  ]);
  const cardOf = await readCards(shop, role);
  const viewOf = (collection: Collection) => ({
    ...cardOf(collection),
    words: dayInWords(collection.day, 'short', today),
  });
  return {
    quiet: isOwner ? quietForOwner(failing) : 'Every past cake is ticked off.',
    incidents: incidents.map((incident) => ({
      key: incident.key,
      title: incident.title,
      advice: incident.advice,
      since: instantInWords(incident.raisedAt),
      orderId: incident.orderId,
      about: aboutInWords(incident),
      details: factsInWords(incident),
      emails: incident.emails && emailsView(incident.emails),
      remedies: incident.remedies,
    })),
    requests: requests.map((request) => ({
      number: request.number,
      name: customerName(request),
      wish: `${wishInWords(request)}, for ${dayInWords(request.day, 'short', today)}`,
      asked: instantInWords(request.messages.at(-1)?.at ?? request.createdAt),
    })),
    late: late.map(viewOf),
    unpaid: unpaid.map(viewOf),
    overdue: overdue.map(viewOf),
  };
}

/** By what they are about, in their order. */
function emailsView({ count, listed }: FailingEmails) {
  return {
    more: count - listed.length,
    orders: [...Map.groupBy(listed, pathOf)].map(([path, emails]) => ({
      path,
      name: nameOf(emails[0]),
      emails: emails.map(({ kind, giveUpKey }, place) => ({
        key: `${kind} ${place}`,
        what: emailName(kind),
        giveUpKey,
      })),
    })),
  };
}

function pathOf({ orderId, requestId }: FailingEmail): string {
  if (requestId) return href('/owner/requests/:request', { request: requestId });
  return orderId ? href('/owner/orders/:order', { order: orderId }) : href('/owner/calendar');
}

function nameOf(email: FailingEmail | undefined): string {
  if (email?.requestId) return 'A request';
  if (!email?.orderId) return 'Waiting list';
  const { orderNumber, customerName: name } = email;
  return [name, orderNumber].filter(Boolean).join(' · ') || 'An order that cannot be read';
}

export default function NeedsYou({ loaderData }: Route.ComponentProps) {
  const { quiet, incidents, requests, late, unpaid, overdue } = loaderData;
  const count = incidents.length + requests.length + late.length + unpaid.length + overdue.length;
  return (
    <Screen
      title="Needs you"
      heading={count === 0 ? 'All quiet' : 'Needs you'}
      summary={count === 0 ? quiet : `${count} ${count === 1 ? 'thing' : 'things'} to look at`}
    >
      {incidents.length > 0 && (
        <ul className={`stack ${kit.below}`}>
          {incidents.map((incident) => (
            <li key={incident.key} className={`${kit.card} ${styles.incident}`} data-row>
              <h2>{incident.title}</h2>
              <p>{incident.advice}</p>
              <p className={kit.quiet}>
                {incident.about} {incident.since}
                {incident.details && ` · ${incident.details}`}
              </p>
              <Remedies incident={incident} />
              {incident.emails && <Emails emails={incident.emails} />}
            </li>
          ))}
        </ul>
      )}
      {requests.length > 0 && (
        <Section title={<Link to={href('/owner/requests')}>Requests to answer</Link>}>
          <Rows>
            {requests.map(({ number, name, wish, asked }) => (
              <Row key={number} to={href('/owner/requests/:request', { request: number })}>
                <strong>{name}</strong> · {wish}
                <br />
                <span className={kit.quiet}>since {asked}</span>
              </Row>
            ))}
          </Rows>
        </Section>
      )}
      <Cards title="Handed over, not paid" collections={unpaid} />
      <Cards title="The rest is overdue" collections={overdue} />
      <Cards title="Was it collected?" collections={late} />
    </Screen>
  );
}

interface CardsProps {
  title: string;
  collections: Route.ComponentProps['loaderData']['late'];
}

function Cards({ title, collections }: CardsProps) {
  if (collections.length === 0) return null;
  return (
    <Section title={title}>
      <div className={kit.cards}>
        {collections.map((collection) => (
          <CollectionCard key={collection.id} collection={collection} day={collection.words} />
        ))}
      </div>
    </Section>
  );
}

type ShownIncident = Route.ComponentProps['loaderData']['incidents'][number];

function Emails({ emails }: { emails: NonNullable<ShownIncident['emails']> }) {
  return (
    <ul className={styles.emails} aria-label="Whose e-mails wait">
      {emails.orders.map(({ path, name, emails: ofOrder }) => (
        <li key={path}>
          <QuietLink to={path}>{name}</QuietLink>
          <ul className={kit.links}>
            {ofOrder.map(({ key, what, giveUpKey }) => (
              <li key={key} className={kit.tags}>
                {what}
                {giveUpKey && (
                  <Action
                    to={href('/owner/needs-you/give-up')}
                    fields={{ key: giveUpKey }}
                    look="quiet"
                  >
                    Do not send it
                  </Action>
                )}
              </li>
            ))}
          </ul>
        </li>
      ))}
      {emails.more > 0 && <li className={kit.quiet}>And {emails.more} more</li>}
    </ul>
  );
}

function Remedies({ incident }: { incident: ShownIncident }) {
  const { orderId, remedies } = incident;
  return (
    <div className={kit.actions}>
      {remedies.map((remedy) => (
        <RemedyAction key={remedy.action} remedy={remedy} incident={incident} />
      ))}
      {orderId && (
        <ActionLink to={href('/owner/orders/:order', { order: orderId })}>
          Open the order
        </ActionLink>
      )}
    </div>
  );
}

interface RemedyActionProps {
  remedy: ShownIncident['remedies'][number];
  incident: ShownIncident;
}

function RemedyAction({ remedy, incident: { key, orderId } }: RemedyActionProps) {
  const order = orderId ?? '';
  switch (remedy.action) {
    case 'open-at-stripe':
      return (
        <a className={kit.action} href={remedy.url} rel="noreferrer">
          Open at Stripe
        </a>
      );
    case 'call':
      return <CallLink phone={remedy.phone} />;
    case 'close':
      return (
        <Action to={href('/owner/needs-you/close')} fields={{ key }}>
          Done
        </Action>
      );
    case 'send-all':
      return <Action to={href('/owner/needs-you/send-all')}>Send all again</Action>;
    case 'resend-to-customer':
      return (
        <Action
          to={href('/owner/orders/:order/resend/:recipient', { order, recipient: 'customer' })}
        >
          Send again
        </Action>
      );
    case 'decline-cancel':
      return (
        <Action to={href('/owner/orders/:order/cancel-request/decline', { order })}>
          Keep the order
        </Action>
      );
  }
}
