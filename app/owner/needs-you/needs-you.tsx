import { data, href, Link, redirect } from 'react-router';
import { CallLink } from '#app/owner/call-link.tsx';
import { CollectionCard } from '#app/owner/collections/collection-card.tsx';
import { collectionView } from '#app/owner/collections/collection-view.ts';
import { instantInWords } from '#app/owner/london-time.ts';
import { personContext } from '#app/owner/person-context.ts';
import screen from '#app/owner/screen.module.css';
import { ScreenTitle } from '#app/owner/screen-title.tsx';
import { withClosed, withOrderDone } from '#app/owner/undo/undo-address.ts';
import { readForm } from '#app/read-form.ts';
import { shopContext } from '#app/shop-context.ts';
import { wordsFor } from '#app/words-for.ts';
import type { Collection } from '#domain/book/collection.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import type { Route } from './+types/needs-you';
import styles from './needs-you.module.css';
import { detailsOf } from './problem-details.ts';

const DONE_WORDS = {
  close: 'Closed. It is not sent any more.',
  resend: 'It is sent again.',
  'resend-to-customer': 'It is sent again.',
  'just-sent': 'It waits to be sent, or was sent a moment ago.',
  gone: 'It is not in this list any more: it was done already, here or on another device.',
  no: 'That did not work. Please look at the order.',
};

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const isOwner = context.get(personContext).role === 'owner';
  // Problems are about money and addresses.
  const [late, unpaid, problems] = await Promise.all([
    shop.notTickedOff(),
    isOwner ? shop.handedOverUnpaid() : [],
    isOwner ? shop.openProblems() : [],
  ]);
  const viewOf = (collection: Collection) => ({
    ...collectionView(collection, isOwner),
    words: dayInWords(collection.day, 'short'),
  });
  return {
    isOwner,
    done: wordsFor(DONE_WORDS, new URL(request.url).searchParams.get('done')),
    problems: problems.map((problem) => ({
      key: problem.key,
      title: problem.title,
      advice: problem.advice,
      since: instantInWords(problem.raisedAt),
      orderId: problem.orderId,
      orderNumber: problem.orderNumber,
      details: detailsOf(problem),
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
  const wanted = field('remedy');
  const problem = (await shop.openProblems()).find(({ key }) => key === field('key'));
  const needsYou = href('/owner/needs-you');
  if (!problem) throw redirect(`${needsYou}?done=gone`, 303);
  const { key, kind, orderId } = problem;
  const remedy = problem.remedies.find((each) => each.action === wanted)?.action;
  let done: keyof typeof DONE_WORDS = 'no';
  if (remedy === 'close') {
    await shop.closeProblem(key);
    if (kind !== 'customer-email-failing') throw redirect(withClosed(needsYou, key), 303);
    done = remedy;
  }
  if (orderId && remedy === 'decline-cancel') {
    await shop.declineCancel(orderId, by);
    throw redirect(withOrderDone(needsYou, { kind: 'kept', orderId, detail: '' }), 303);
  }
  if (orderId && (remedy === 'resend' || remedy === 'resend-to-customer')) {
    const result =
      remedy === 'resend'
        ? await shop.resendNotification(orderId, by)
        : await shop.resendToCustomer(orderId, by);
    if (result.ok) done = remedy;
    else if (result.reason === 'just-sent') done = result.reason;
  }
  throw redirect(`${needsYou}?done=${done}`, 303);
}

export default function NeedsYou({ loaderData }: Route.ComponentProps) {
  const { isOwner, done, problems, late, unpaid } = loaderData;
  const count = problems.length + late.length + unpaid.length;
  return (
    <>
      <ScreenTitle title="Needs you" />
      <h1 className={screen.title}>{count === 0 ? 'All quiet' : 'Needs you'}</h1>
      <p className={screen.summary}>
        {count === 0
          ? isOwner
            ? 'No e-mail is stuck, every payment has its order, and every past day is ticked off.'
            : 'Every past day is ticked off.'
          : `${count} ${count === 1 ? 'thing' : 'things'} to look at`}
      </p>
      <div role="status">{done && <p className={styles.done}>{done}</p>}</div>
      {problems.length > 0 && (
        <ul className={styles.problems}>
          {problems.map((problem) => (
            <li key={problem.key} className={styles.problem} data-row>
              <h2>{problem.title}</h2>
              <p>{problem.advice}</p>
              <p className={screen.quiet}>
                {problem.orderNumber && `Order ${problem.orderNumber} · `}since {problem.since}
                {problem.details && ` · ${problem.details}`}
              </p>
              <Remedies problem={problem} />
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
  resend: 'Send again',
  'resend-to-customer': 'Send again',
  'decline-cancel': 'Keep the order',
};

type ShownProblem = Route.ComponentProps['loaderData']['problems'][number];

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
