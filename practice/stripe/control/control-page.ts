import { html } from 'hono/html';
import { clockTime, type Html, type Page } from '../../page.ts';
import { type Account, formatAmount } from '../account.ts';
import type { DisputeRecord, PayoutRecord, RefundRecord, SessionRecord } from '../records.ts';
import { nextStatuses } from '../resources/disputes.ts';
import { disputesOf, refundsOf } from '../resources/payments.ts';

const RECENT_SESSIONS = 50;
const RECENT_PAYOUTS = 10;

export function recentSessions({ sessions }: Account): SessionRecord[] {
  return sessions.list({ limit: RECENT_SESSIONS });
}

/** Recent sessions and payouts, and what may happen to them next. */
export function controlPage(account: Account): Page {
  return {
    title: 'Practice Stripe',
    styles: `.next { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin: .5rem 0 0; }`,
    body: html`<main>
      <h1>Practice Stripe</h1>
      <p class="practice">Stands in for Stripe: no money moves. <a href="/">Refresh</a></p>
      <h2>Payouts</h2>
      ${next('payouts', '', [['Pay out to the bank']])}
      ${account.payouts.list({ limit: RECENT_PAYOUTS }).map(payoutLine)}
      <h2>Recent checkouts</h2>
      ${recentSessions(account).map((session) => sessionCard(account, session))}
    </main>`,
  };
}

/** What has become of something, and a button for each thing that can happen next, with the status that it posts. */
function next(path: string, words: string, buttons: [label: string, status?: string][]): Html {
  return html`<form method="post" action="/practice/${path}" class="next">
    <span>${words}</span>
    ${buttons.map(
      ([label, status]) => html`<button
        class="quiet"
        ${status === undefined ? '' : html`name="status" value="${status}"`}
      >
        ${label}
      </button>`,
    )}
  </form>`;
}

function payoutLine({ id, amount, currency, status }: PayoutRecord): Html {
  return next(`payouts/${id}/settle`, `Payout of ${formatAmount(amount, currency)}: ${status}`, [
    ...ifTrue(status === 'in_transit', 'It arrives', 'paid'),
    ...ifTrue(status !== 'failed', 'The bank returns it', 'failed'),
  ]);
}

function ifTrue(condition: boolean, label: string, status: string): [string, string][] {
  return condition ? [[label, status]] : [];
}

function sessionCard(account: Account, session: SessionRecord): Html {
  const { id, status, payment_status, client_reference_id, created, payment_intent } = session;
  const path = `sessions/${id}`;
  const payment = account.payments.find(payment_intent ?? '');
  return html`<section class="card">
    <strong>${formatAmount(session.amount_total, session.currency)}</strong>
    ${status}, ${payment_status}
    <span class="quiet-text">
      ${clockTime(new Date(created * 1_000))}
      ${client_reference_id === null ? '' : `Order ${client_reference_id} · `}${id}
    </span>
    ${payment ? refundsOf(account, payment.id).map(refundLine) : ''}
    ${payment ? disputesOf(account, payment.id).map(disputeLine) : ''}
    ${
      status === 'open'
        ? html`<a href="/c/pay/${id}">Card page</a> ${next(`${path}/expire`, '', [['Expire now']])}`
        : ''
    }
    ${
      payment?.status === 'processing'
        ? next(`${path}/bank-debit`, 'Bank debit: under way', [
            ['Money arrives', 'succeeded'],
            ['Bank refuses it', 'failed'],
          ])
        : ''
    }
    ${
      payment_status === 'paid'
        ? html`${next(`${path}/refund`, '', [['Refund'], ['Refund that takes days', 'pending']])}
          ${next(`${path}/dispute`, '', [
            ['Customer disputes it'],
            ['Inquiry', 'warning_needs_response'],
          ])}`
        : ''
    }
  </section>`;
}

function refundLine({ id, amount, currency, status }: RefundRecord): Html {
  return next(`refunds/${id}/settle`, `Refund of ${formatAmount(amount, currency)}: ${status}`, [
    ...ifTrue(status === 'pending', 'Refund arrives', 'succeeded'),
    ...ifTrue(status !== 'failed', 'Refund fails', 'failed'),
  ]);
}

function disputeLine({ id, amount, currency, status }: DisputeRecord): Html {
  return next(
    `disputes/${id}/status`,
    `Dispute of ${formatAmount(amount, currency)}: ${status}`,
    nextStatuses[status].map((each) => [each.replaceAll('_', ' '), each]),
  );
}
