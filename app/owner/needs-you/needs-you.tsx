import { data, href, Link, redirect } from 'react-router';
import { CollectionCard } from '#app/owner/collections/collection-card.tsx';
import { collectionView } from '#app/owner/collections/collection-view.ts';
import { CallLink } from '#app/owner/frame/call-link.tsx';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { ScreenTitle } from '#app/owner/frame/screen-title.tsx';
import { withClosed, withOrderDone } from '#app/owner/frame/undo/undo-address.ts';
import { LIVE } from '#app/owner/frame/use-live-orders.ts';
import { emailName } from '#app/owner/orders/trail-words.ts';
import { personContext } from '#app/owner/person-context.ts';
import { readForm } from '#app/read-form.ts';
import { shopContext } from '#app/shop-context.ts';
import screen from '#app/ui/kit/kit.module.css';
import { wordsFor } from '#app/words-for.ts';
import type { Collection } from '#domain/book/collection.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import {
  countFailingEmails,
  type FailingEmail,
  type FailingEmails,
  giveUpEmail,
  retryEmails,
} from '#server/emails/failing-emails.ts';
import { resendEmail } from '#server/emails/resend.ts';
import { handedOverUnpaid, notTickedOff } from '#server/orders/book.ts';
import { declineCancel } from '#server/orders/cancel-request.ts';
import { closeProblem, type OwnerProblem, openProblems } from '#server/orders/problems.ts';
import type { Route } from './+types/needs-you';
import { factsInWords } from './facts-in-words.ts';
import styles from './needs-you.module.css';

const DONE_WORDS = {
  'given-up': 'It is not sent any more.',
  'send-all':
    'They are sent again now, one after another, the cafe’s first. This disappears when all are accepted.',
  'resend-to-customer': 'It is sent again.',
  'just-sent': 'It waits to be sent, or was sent a moment ago.',
  gone: 'It is not in this list any more: it was done already, here or on another device.',
  no: 'That did not work. Please look at the order.',
};

export const handle = LIVE;

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const isOwner = context.get(personContext).role === 'owner';
  // Problems are about money and addresses.
  const [late, unpaid, problems, failing] = await Promise.all([
    notTickedOff(shop),
    isOwner ? handedOverUnpaid(shop) : [],
    isOwner ? openProblems(shop) : [],
    isOwner ? countFailingEmails(shop) : 0,
  ]);
  const viewOf = (collection: Collection) => ({
    ...collectionView(collection, isOwner),
    words: dayInWords(collection.day, 'short'),
  });
  return {
    isOwner,
    quiet: isOwner ? quietForOwner(failing) : 'Every past day is ticked off.',
    done: wordsFor(DONE_WORDS, new URL(request.url).searchParams.get('done')),
    problems: problems.map((problem) => ({
      key: problem.key,
      title: problem.title,
      advice: problem.advice,
      since: instantInWords(problem.raisedAt),
      orderId: problem.orderId,
      about: aboutInWords(problem),
      details: factsInWords(problem),
      emails: problem.emails && emailsView(problem.emails),
      remedies: problem.remedies,
    })),
    late: late.map(viewOf),
    unpaid: unpaid.map(viewOf),
  };
}

/** A remedy: a form, for what changes something. */
export async function action({ context, request }: Route.ActionArgs) {
  const { id: by, role } = context.get(personContext);
  if (role !== 'owner') throw data(null, { status: 403 });
  const shop = context.get(shopContext);
  const field = await readForm(request);
  const needsYou = href('/owner/needs-you');
  if (field('give-up')) {
    const isGivenUp = await giveUpEmail(shop, field('give-up'));
    throw redirect(`${needsYou}?done=${isGivenUp ? 'given-up' : 'gone'}`, 303);
  }
  const wanted = field('remedy');
  const problem = (await openProblems(shop)).find(({ key }) => key === field('key'));
  if (!problem) throw redirect(`${needsYou}?done=gone`, 303);
  const { key, orderId } = problem;
  const remedy = problem.remedies.find((each) => each.action === wanted)?.action;
  let done: keyof typeof DONE_WORDS = 'no';
  if (remedy === 'close') {
    await closeProblem(shop.db, key);
    throw redirect(withClosed(needsYou, key), 303);
  }
  if (remedy === 'send-all') {
    await retryEmails(shop);
    done = remedy;
  }
  if (orderId && remedy === 'decline-cancel') {
    await declineCancel(shop, orderId, by);
    throw redirect(withOrderDone(needsYou, { kind: 'kept', orderId, detail: '' }), 303);
  }
  if (orderId && remedy === 'resend-to-customer') {
    const result = await resendEmail(shop, { orderId, to: 'customer', by });
    if (result === 'requeued') done = remedy;
    else if (result === 'just-sent') done = result;
  }
  throw redirect(`${needsYou}?done=${done}`, 303);
}

function quietForOwner(failing: number): string {
  const emails =
    failing === 0
      ? 'No e-mail is stuck'
      : failing === 1
        ? 'One e-mail was not accepted yet and is sent again by itself'
        : `${failing} e-mails were not accepted yet and are sent again by themselves`;
  return `${emails}, every payment has its order, and every past day is ticked off.`;
}

/** `Order 4KX7WP, Ada Lovelace · since`, or `Since`. */
function aboutInWords({ orderNumber: number, customerName: name }: OwnerProblem): string {
  if (number === undefined) return 'Since';
  return `Order ${number}${name ? `, ${name}` : ''} · since`;
}

/** By order, in their order. */
function emailsView({ count, listed }: FailingEmails) {
  return {
    more: count - listed.length,
    orders: [...Map.groupBy(listed, ({ orderId }) => orderId)].map(([orderId, emails]) => ({
      orderId,
      name: nameOf(emails[0]),
      emails: emails.map(({ kind, giveUpKey }) => ({ what: emailName(kind), giveUpKey })),
    })),
  };
}

function nameOf({ orderNumber = '', customerName = '' }: Partial<FailingEmail> = {}): string {
  return [customerName, orderNumber].filter(Boolean).join(' · ') || 'An order that cannot be read';
}

export default function NeedsYou({ loaderData }: Route.ComponentProps) {
  const { quiet, done, problems, late, unpaid } = loaderData;
  const count = problems.length + late.length + unpaid.length;
  return (
    <>
      <ScreenTitle title="Needs you" />
      <h1 className={screen.title}>{count === 0 ? 'All quiet' : 'Needs you'}</h1>
      <p className={screen.summary}>
        {count === 0 ? quiet : `${count} ${count === 1 ? 'thing' : 'things'} to look at`}
      </p>
      <div role="status">{done && <p className={styles.done}>{done}</p>}</div>
      {problems.length > 0 && (
        <ul className={styles.problems}>
          {problems.map((problem) => (
            <li key={problem.key} className={styles.problem} data-row>
              <h2>{problem.title}</h2>
              <p>{problem.advice}</p>
              <p className={screen.quiet}>
                {problem.about} {problem.since}
                {problem.details && ` · ${problem.details}`}
              </p>
              <Remedies problem={problem} />
              {problem.emails && <Emails emails={problem.emails} />}
            </li>
          ))}
        </ul>
      )}
      <Cards id="unpaid" title="Handed over, not paid" collections={unpaid} canBePaid />
      <Cards id="late" title="Was it collected?" collections={late} />
    </>
  );
}

interface CardsProps {
  id: string;
  title: string;
  collections: Route.ComponentProps['loaderData']['late'];
  canBePaid?: boolean;
}

function Cards({ id, title, collections, canBePaid = false }: CardsProps) {
  if (collections.length === 0) return null;
  return (
    <section className={screen.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className={screen.cards}>
        {collections.map((collection) => (
          <CollectionCard
            key={collection.id}
            collection={collection}
            isPast
            day={collection.words}
            canBePaid={canBePaid}
          />
        ))}
      </div>
    </section>
  );
}

const BUTTONS = {
  close: 'Close',
  'send-all': 'Send all again',
  'resend-to-customer': 'Send again',
  'decline-cancel': 'Keep the order',
};

type ShownProblem = Route.ComponentProps['loaderData']['problems'][number];

function Emails({ emails }: { emails: NonNullable<ShownProblem['emails']> }) {
  return (
    <ul className={styles.emails} aria-label="Orders with e-mails that wait">
      {emails.orders.map(({ orderId, name, emails: ofOrder }) => (
        <li key={orderId}>
          <Link className={styles.order} to={href('/owner/orders/:order', { order: orderId })}>
            {name}
          </Link>
          <ul>
            {ofOrder.map(({ what, giveUpKey }) => (
              <li key={what} className={styles.email}>
                {what}
                {giveUpKey && (
                  <form method="post">
                    <button
                      type="submit"
                      name="give-up"
                      value={giveUpKey}
                      className={screen.quietButton}
                    >
                      Give it up
                    </button>
                  </form>
                )}
              </li>
            ))}
          </ul>
        </li>
      ))}
      {emails.more > 0 && <li className={styles.email}>And {emails.more} more</li>}
    </ul>
  );
}

function Remedies({ problem }: { problem: ShownProblem }) {
  const { key, orderId, remedies } = problem;
  return (
    <form method="post" className={screen.actions}>
      <input type="hidden" name="key" value={key} />
      {remedies.map((remedy) => {
        switch (remedy.action) {
          case 'open-at-stripe':
            return (
              <a key={remedy.action} className={screen.action} href={remedy.url} rel="noreferrer">
                Open at Stripe
              </a>
            );
          case 'call':
            return <CallLink key={remedy.action} phone={remedy.phone} />;
          default:
            return (
              <button
                key={remedy.action}
                type="submit"
                name="remedy"
                value={remedy.action}
                className={screen.action}
              >
                {BUTTONS[remedy.action]}
              </button>
            );
        }
      })}
      {orderId && (
        <Link className={screen.action} to={href('/owner/orders/:order', { order: orderId })}>
          Open the order
        </Link>
      )}
    </form>
  );
}
