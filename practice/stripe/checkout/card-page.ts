import { html } from 'hono/html';
import type { Html, Page } from '../../page.ts';
import { formatAmount } from '../account.ts';
import type { SessionRecord } from '../records.ts';
import { type CardValues, testCards } from './card-form.ts';

const checkoutStyles = `
.field { margin: 0 0 1rem; }
label { display: block; font-weight: 600; margin: 0 0 .25rem; }
input { width: 100%; font: inherit; min-height: 2.75rem; padding: .5rem .75rem; color: inherit;
  background: #fff; border: 1px solid #767d8c; border-radius: .5rem; }
input[readonly] { background: var(--ground); }
.error { color: var(--bad); font-weight: 600; margin: 0 0 1rem; }
form button { width: 100%; }
.lines { list-style: none; margin: 0; padding: 0; }
.lines li, .total { display: flex; justify-content: space-between; gap: 1rem; padding: .375rem 0; }
.total { border-top: 1px solid var(--line); font-weight: 700; margin: .5rem 0 0; }
.card > h2:first-child { margin-top: 0; }
.test-cards { margin: 0; }
.test-cards div { padding: .25rem 0; }
.test-cards dd { margin: 0; color: var(--quiet); }
.amount { white-space: nowrap; }
`;

const practiceNote: Html = html`<p class="practice">
  <strong>Practice checkout: no money moves.</strong>
</p>`;

const FIELDS: [name: Exclude<keyof CardValues, 'method'>, label: string, attributes: Html][] = [
  ['email', 'Email', html`type="email" autocomplete="email"`],
  ['card_number', 'Card number', html`inputmode="numeric" autocomplete="cc-number"`],
  ['expiry', 'Expiry (MM / YY)', html`inputmode="numeric" autocomplete="cc-exp"`],
  ['cvc', 'CVC', html`inputmode="numeric" autocomplete="cc-csc" maxlength="4"`],
  ['name', 'Name on card', html`autocomplete="cc-name"`],
];

/** The card page: a plain form without scripts. @param decline why the bank has declined the card. */
export function cardPage(
  session: SessionRecord,
  values: Partial<CardValues> = {},
  decline?: string,
): Page {
  const total = formatAmount(session.amount_total, session.currency);
  const shown = { ...values, email: session.customer_email ?? values.email, cvc: '' };
  return {
    title: `${decline ? 'Error: ' : ''}Pay ${total} (practice checkout)`,
    styles: checkoutStyles,
    body: html`<main>
      ${practiceNote} ${backLink(session)}
      <h1>Pay ${total}</h1>
      ${orderSummary(session, total)}
        <form method="post" action="/c/pay/${session.id}" class="card">
          ${decline && html`<p class="error" role="alert">${decline}</p>`}
          ${FIELDS.map(([name, label, attributes]) => {
            const isFixed = name === 'email' && session.customer_email !== null;
            return html`<div class="field">
              <label for="${name}">${label}</label>
              <input
                id="${name}"
                name="${name}"
                value="${shown[name] ?? ''}"
                required
                ${attributes}
                ${isFixed ? 'readonly' : ''}
              />
            </div>`;
          })}
          ${session.submit_message === null ? '' : html`<p class="quiet-text">${session.submit_message}</p>`}
          <button type="submit">Pay ${total}</button>
          <p class="quiet-text">Or without a card, and the money comes days later:</p>
          <button type="submit" class="quiet" name="method" value="bacs_debit" formnovalidate>
            Pay by bank debit
          </button>
        </form>
      ${testCardList}
    </main>`,
  };
}

function backLink({ cancel_url }: SessionRecord): Html {
  return html`<p><a href="${cancel_url}">Back</a></p>`;
}

function orderSummary({ line_items, currency }: SessionRecord, total: string): Html {
  return html`<section class="card" aria-labelledby="order">
    <h2 id="order">Your order</h2>
    <ul class="lines">
      ${line_items.map(
        ({ description, quantity, amount_total }) => html`<li>
          <span>${description} <span class="quiet-text">× ${quantity}</span></span>
          <span class="amount">${formatAmount(amount_total, currency)}</span>
        </li>`,
      )}
    </ul>
    <p class="total"><span>Total</span> <span class="amount">${total}</span></p>
  </section>`;
}

const testCardList: Html = html`<section class="card" aria-labelledby="test-cards">
  <h2 id="test-cards">Test cards</h2>
  <p class="quiet-text">With any date to come and any three digits as CVC.</p>
  <dl class="test-cards">
    ${testCards.map(
      ({ number, effect }) => html`<div>
        <dt><code>${number}</code></dt>
        <dd>${effect}</dd>
      </div>`,
    )}
  </dl>
</section>`;

/** The shop's success URL with the id of the paid session filled in. */
export function successUrl(session: SessionRecord): string {
  return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
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

function plainPage(heading: string, content: Html[]): Page {
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
