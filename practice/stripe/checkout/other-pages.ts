import { html } from 'hono/html';
import type { Html, Page } from '../../page.ts';
import { formatAmount } from '../money.ts';
import { type SessionRecord, successUrl } from '../records/session.ts';
import { backLink, practiceNote } from './card-page.ts';
import { checkoutStyles } from './checkout-styles.ts';

/** The step a bank puts in between when it wants to know that it is really you. */
export function authenticationPage(session: SessionRecord): Page {
  const total = formatAmount(session.amount_total, session.currency);
  return plainPage('Authenticate your payment', [
    html`<p>The bank asks you to confirm the payment of ${total}. Here you are the bank:</p>
      <form method="post" action="/c/pay/${session.id}/authenticate" class="choices">
        <button name="outcome" value="complete">Complete</button>
        <button name="outcome" value="fail" class="quiet">Fail</button>
      </form>`,
    backLink(session),
  ]);
}

export function completedPage(session: SessionRecord): Page {
  const total = formatAmount(session.amount_total, session.currency);
  const paid = session.payment_status === 'paid';
  return plainPage(paid ? 'This order is already paid' : 'This order has a bank debit', [
    html`<p>${paid ? `You have paid ${total}, once.` : `${total} will come from your bank.`}</p>
      <p><a href="${successUrl(session)}">Continue to the shop</a></p>`,
  ]);
}

export function expiredPage(session: SessionRecord): Page {
  return plainPage('This checkout has expired', [
    html`<p>Nothing was paid. Go back to the shop to start again.</p>`,
    backLink(session),
  ]);
}

export const unknownSessionPage: Page = plainPage('There is no such checkout', [
  html`<p>Check the address, or go back to the shop to start again.</p>`,
]);

function plainPage(heading: string, content: (Html | '')[]): Page {
  return {
    title: `${heading} (practice checkout)`,
    styles: checkoutStyles,
    body: html`<main>
      ${practiceNote}
      <div class="card">
        <h1>${heading}</h1>
        ${content}
      </div>
    </main>`,
  };
}
