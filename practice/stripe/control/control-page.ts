import { html } from 'hono/html';
import { choice, clockTime, type Html, type Page } from '../../page.ts';
import { formatAmount, type StripeSettings } from '../account.ts';
import type {
  DeliveryRecord,
  DisputeRecord,
  PaymentRecord,
  PayoutRecord,
  RefundRecord,
  SessionRecord,
} from '../records.ts';
import { nextStatuses } from '../resources/disputes.ts';

/** A session with everything the control page shows of it. */
export type SessionDetails = {
  session: SessionRecord;
  events: { type: string; deliveries: DeliveryRecord[] }[];
  payment: PaymentRecord['status'] | undefined;
  refunds: RefundRecord[];
  disputes: DisputeRecord[];
};

/** Recent sessions and payouts, and what goes wrong most often. The control API has the rest. */
export function controlPage(
  sessions: SessionDetails[],
  payouts: PayoutRecord[],
  settings: StripeSettings,
): Page {
  return {
    title: 'Practice Stripe',
    styles: controlStyles,
    body: html`<main>
      <h1>Practice Stripe</h1>
      <p class="practice">Stands in for Stripe: no money moves. <a href="/">Refresh</a></p>
      ${switches(settings)}
      <h2>Payouts</h2>
      ${payoutControls} ${payouts.map(payoutLine)}
      <h2>Recent checkouts</h2>
      ${
        sessions.length === 0
          ? html`<p>None yet: they appear when the shop opens one.</p>`
          : html`<ul class="sessions">
            ${sessions.map(sessionItem)}
          </ul>`
      }
    </main>`,
  };
}

const payoutControls: Html = html`<form method="post" action="/practice/payouts" class="card controls">
    <label>Pence, made by hand (empty: all) <input name="amount" inputmode="numeric" size="7" /></label>
    <button class="quiet">Pay out to the bank</button>
  </form>`;

function payoutLine({ id, amount, currency, status }: PayoutRecord): Html {
  return statusForm(
    `payouts/${id}/settle`,
    `Payout of ${formatAmount(amount, currency)}: ${status}`,
    {
      paid: status === 'in_transit' && 'It arrives',
      failed: status !== 'failed' && 'The bank returns it',
    },
  );
}

/** @param ends what can become of it, and the words of the button that does it. */
function statusForm(path: string, words: string, ends: Record<string, string | false>): Html {
  return html`<form method="post" action="/practice/${path}" class="controls">
    <span>${words}</span>
    ${Object.entries(ends).map(([status, label]) =>
      label ? html`<button class="quiet" name="status" value="${status}">${label}</button>` : '',
    )}
  </form>`;
}

function switches({ webhooks, api }: StripeSettings): Html {
  return html`<form method="post" action="/practice/settings" class="card">
    ${choice({
      legend: 'Webhook delivery',
      name: 'webhooks',
      chosen: webhooks,
      values: [
        { value: 'normal', label: 'Normal: sent while the customer is led back' },
        { value: 'never', label: 'Never' },
        { value: 'thrice', label: 'Three times: twice before, once after' },
      ],
    })}
    ${choice({
      legend: 'API',
      name: 'api',
      chosen: api,
      values: [
        { value: 'normal', label: 'Normal' },
        { value: 'down', label: 'Down: opening a checkout answers 500' },
        { value: 'error-500', label: 'Everything answers 500' },
        { value: 'error-after', label: 'What is created is created, but answered with 500' },
        { value: 'refuses-key', label: 'Refuses the API key: everything answers 401' },
      ],
    })}
    <button>Switch</button>
  </form>`;
}

const controlStyles = `
.sessions { list-style: none; margin: 0; padding: 0; }
.session-title { display: flex; flex-wrap: wrap; gap: .25rem .75rem; margin: 0; }
.sessions p { margin: 0 0 .25rem; }
.controls { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin: .5rem 0 0; }
.controls input { font: inherit; min-height: 2.75rem; padding: .25rem .5rem; }
`;

/** One session with the buttons for its possible next events. */
function sessionItem(details: SessionDetails): Html {
  const { session, events, payment, refunds, disputes } = details;
  const { id, status, payment_status, client_reference_id, created } = session;
  return html`<li class="card">
    <p class="session-title">
      <strong>${formatAmount(session.amount_total, session.currency)}</strong>
      ${status}, ${payment_status}
      <span class="quiet-text">${clockTime(new Date(created * 1_000))}</span>
    </p>
    <p class="quiet-text">${client_reference_id === null ? '' : `Order ${client_reference_id} · `}${id}</p>
    ${events.length === 0 ? '' : deliveryList(events)}
    ${refunds.map(refundLine)} ${disputes.map(disputeLine)}
    ${status === 'open' ? openSessionControls(id) : ''}
    ${payment === undefined || payment === 'succeeded' ? '' : debitLine(id, payment)}
    ${payment_status === 'paid' ? paidSessionControls(id) : ''}
  </li>`;
}

function deliveryList(events: SessionDetails['events']): Html {
  const items = events.flatMap(({ type, deliveries }) =>
    deliveries.map((delivery) => html`<li><code>${type}</code> ${deliveryState(delivery)}</li>`),
  );
  return html`<ul>
    ${items}
  </ul>`;
}

function deliveryState({ status, attempts, last_result }: DeliveryRecord): string {
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
      ${amountField}
      <button class="quiet">Customer disputes it</button>
      <button class="quiet" name="status" value="warning_needs_response">Inquiry</button>
    </form>`;
}

function debitLine(id: string, status: PaymentRecord['status']): Html {
  const isOpen = status === 'processing';
  return statusForm(`sessions/${id}/bank-debit`, `Bank debit: ${isOpen ? 'under way' : 'failed'}`, {
    succeeded: isOpen && 'Money arrives',
    failed: isOpen && 'Bank refuses it',
  });
}

const amountField: Html = html`<label>
  Pence (empty: all) <input name="amount" inputmode="numeric" size="7" />
</label>`;

function refundLine({ id, amount, currency, status }: RefundRecord): Html {
  return statusForm(
    `refunds/${id}/settle`,
    `Refund of ${formatAmount(amount, currency)}: ${status}`,
    {
      succeeded: status === 'pending' && 'Refund arrives',
      failed: status !== 'failed' && 'Refund fails',
    },
  );
}

function disputeLine({ id, amount, currency, status }: DisputeRecord): Html {
  return statusForm(
    `disputes/${id}/status`,
    `Dispute of ${formatAmount(amount, currency)}: ${status}`,
    Object.fromEntries(nextStatuses[status].map((next) => [next, next.replaceAll('_', ' ')])),
  );
}
