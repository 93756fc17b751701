import { html } from 'hono/html';
import type { Html, Page } from '../../page.ts';
import { formatAmount } from '../money.ts';
import type { SessionRecord } from '../records/session.ts';
import { cardFields } from './card-fields.ts';
import type { CardErrors, CardValues } from './card-form.ts';
import { checkoutStyles } from './checkout-styles.ts';
import { inGroups, testCards } from './test-cards.ts';

/** The page where the card is typed in: a plain form, so that it works before and without any script. */
export function cardPage(
  session: SessionRecord,
  values: Partial<CardValues> = {},
  errors: CardErrors = {},
): Page {
  const total = formatAmount(session.amount_total, session.currency);
  const failed = Object.keys(errors).length > 0;
  return {
    title: `${failed ? 'Error: ' : ''}Pay ${total} (practice checkout)`,
    styles: checkoutStyles,
    body: html`<main>
      ${practiceNote} ${backLink(session)}
      <h1>Pay ${total}</h1>
      <div class="columns">
        ${orderSummary(session, total)}
        <form method="post" action="/c/pay/${session.id}" class="card" novalidate>
          ${cardFields(session, values, errors)} ${note(session.custom_text.submit)}
          <button type="submit">${submitVerb(session)} ${total}</button>
          <p class="quiet-text">Or without a card, and the money comes days later:</p>
          <button type="submit" class="quiet" name="method" value="bacs_debit">
            Pay by bank debit
          </button>
          ${note(session.custom_text.after_submit)}
        </form>
        ${testCardList}
      </div>
    </main>`,
  };
}

/** Stands on every page of the checkout. */
export const practiceNote: Html = html`<p class="practice">
  <strong>Practice checkout: no money moves.</strong>
</p>`;

/** Leads to the shop without paying, if the shop said where. */
export function backLink({ cancel_url }: SessionRecord): Html | '' {
  return cancel_url === null ? '' : html`<p><a href="${cancel_url}">Back</a></p>`;
}

function submitVerb({ submit_type }: SessionRecord): string {
  if (submit_type === 'book') return 'Book';
  return submit_type === 'donate' ? 'Donate' : 'Pay';
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
        <dt><code>${inGroups(number)}</code></dt>
        <dd>${effect}</dd>
      </div>`,
    )}
  </dl>
</section>`;

function note(text: { message: string } | null): Html | '' {
  return text === null ? '' : html`<p class="quiet-text">${text.message}</p>`;
}
