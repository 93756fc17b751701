import { html } from 'hono/html';
import { clockTime, type Html } from '../../page.ts';
import { formatAmount } from '../money.ts';
import type { DisputeRecord } from '../records/dispute.ts';
import type { PaymentIntentRecord } from '../records/payment-intent.ts';
import type { RefundRecord } from '../records/refund.ts';
import type { SessionRecord } from '../records/session.ts';
import type { Delivery } from '../webhooks/event-log.ts';

/** A session, what became of its payment, and how the shop was told. */
export type SessionStory = {
  session: SessionRecord;
  events: { type: string; deliveries: Delivery[] }[];
  /** The payment's status. */
  payment: PaymentIntentRecord['status'] | undefined;
  refunds: RefundRecord[];
  disputes: DisputeRecord[];
};

/** One session on the control page, with the buttons for what can happen to it next. */
export function storyItem(story: SessionStory): Html {
  const { session, events, payment, refunds, disputes } = story;
  const { id, status, payment_status, client_reference_id, created } = session;
  return html`<li class="card">
    <p class="story-title">
      <strong>${formatAmount(session.amount_total, session.currency)}</strong>
      ${status}, ${payment_status}
      <span class="quiet-text">${clockTime(new Date(created * 1_000))}</span>
    </p>
    <p class="quiet-text">${client_reference_id === null ? '' : `Order ${client_reference_id} · `}${id}</p>
    ${events.length === 0 ? '' : deliveryList(events)}
    ${refunds.map(refundLine)} ${disputes.map(disputeLine)}
    ${status === 'open' ? openSessionControls(id) : ''}
    ${payment === undefined || payment === 'succeeded' ? '' : debitLine(id, payment)}
    ${payment_status === 'paid' ? paidSessionControls(id) : ''} ${troubleControls(session)}
  </li>`;
}

function deliveryList(events: SessionStory['events']): Html {
  const items = events.flatMap(({ type, deliveries }) =>
    deliveries.map((delivery) => html`<li><code>${type}</code> ${deliveryState(delivery)}</li>`),
  );
  return html`<ul>
    ${items}
  </ul>`;
}

function deliveryState({ status, attempts, last_result }: Delivery): string {
  if (status === 'withheld') return 'not sent';
  const tries = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
  return `${status}, ${tries}${last_result === null ? '' : `, last: ${last_result}`}`;
}

function openSessionControls(id: string): Html {
  return html`<form method="post" action="/practice/sessions/${id}/expire" class="controls">
    <a href="/c/pay/${id}">Card page</a>
    <button class="quiet">Expire now</button>
  </form>`;
}

function paidSessionControls(id: string): Html {
  return html`<form method="post" action="/practice/sessions/${id}/refund" class="controls">
      ${amountField} <button class="quiet">Refund</button>
      <button class="quiet" name="status" value="pending">Refund that takes days</button>
    </form>
    <form method="post" action="/practice/sessions/${id}/dispute" class="controls">
      ${amountField} <button class="quiet">Customer disputes it</button>
    </form>`;
}

function debitLine(id: string, status: PaymentIntentRecord['status']): Html {
  return html`<form method="post" action="/practice/sessions/${id}/bank-debit" class="controls">
    <span>Bank debit: ${status === 'processing' ? 'under way' : 'failed'}</span>
    ${status === 'processing' ? button('status', 'succeeded', 'Money arrives') : ''}
    ${status === 'processing' ? button('status', 'failed', 'Bank refuses it') : ''}
  </form>`;
}

function troubleControls({ id, trouble }: SessionRecord): Html {
  const failing = trouble === 'error-500';
  return html`<details>
    <summary>Trouble${failing ? ': the API always answers 500 for this checkout' : ''}</summary>
    <form method="post" action="/practice/sessions/${id}/trouble" class="controls">
      ${failing ? button('trouble', 'none', 'Answer normally') : button('trouble', 'error-500', 'Always answer 500')}
    </form>
    <form method="post" action="/practice/sessions/${id}/forget" class="controls">
      <button class="quiet">Forget this checkout</button>
    </form>
  </details>`;
}

const amountField: Html = html`<label>
  Pence (empty: all) <input name="amount" inputmode="numeric" size="7" />
</label>`;

function refundLine({ id, amount, currency, status }: RefundRecord): Html {
  return html`<form method="post" action="/practice/refunds/${id}/settle" class="controls">
    <span>Refund of ${formatAmount(amount, currency)}: ${status}</span>
    ${status === 'pending' ? button('status', 'succeeded', 'Refund arrives') : ''}
    ${status === 'failed' ? '' : button('status', 'failed', 'Refund fails')}
  </form>`;
}

function disputeLine({ id, amount, currency, status }: DisputeRecord): Html {
  const open = status === 'needs_response';
  return html`<form method="post" action="/practice/disputes/${id}/close" class="controls">
    <span>Dispute of ${formatAmount(amount, currency)}: ${status}</span>
    ${open ? button('status', 'won', 'Shop wins') : ''}
    ${open ? button('status', 'lost', 'Shop loses') : ''}
  </form>`;
}

function button(name: string, value: string, label: string): Html {
  return html`<button class="quiet" name="${name}" value="${value}">${label}</button>`;
}
