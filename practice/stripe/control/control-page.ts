import { html } from 'hono/html';
import { choice, type Html, type Page } from '../../page.ts';
import type { StripeSettings } from '../settings.ts';
import { type SessionStory, storyItem } from './session-story.ts';

/** What has been sold in practice, and the switches that make Stripe misbehave. */
export function controlPage(stories: SessionStory[], settings: StripeSettings): Page {
  return {
    title: 'Practice Stripe',
    styles: controlStyles,
    body: html`<main>
      <h1>Practice Stripe</h1>
      <p class="practice">Stands in for Stripe: no money moves. <a href="/">Refresh</a></p>
      ${switches(settings)} ${accountControls}
      <h2>Recent checkouts</h2>
      ${
        stories.length === 0
          ? html`<p>None yet: they appear when the shop opens one.</p>`
          : html`<ul class="stories">
            ${stories.map(storyItem)}
          </ul>`
      }
    </main>`,
  };
}

/** What others do with the same Stripe account. */
const accountControls: Html = html`<form method="post" action="/practice/foreign-sessions" class="card controls">
    <p>A visitor pays by a Payment Link of the same account, with any reference in its address:</p>
    <label>Pence or yen <input name="amount" value="30" inputmode="numeric" size="7" required /></label>
    <label>Currency <input name="currency" value="gbp" size="4" required /></label>
    <label>Reference (an order's id) <input name="client_reference_id" size="36" /></label>
    <button class="quiet">Pay by Payment Link</button>
  </form>
  <form method="post" action="/practice/sessions/forget" class="card controls">
    <p>The shop's key now belongs to another account, which knows none of these checkouts:</p>
    <button class="quiet">Forget every checkout</button>
  </form>`;

function switches({ webhooks, api }: StripeSettings): Html {
  return html`<form method="post" action="/practice/settings" class="card">
    ${choice({
      legend: 'Webhook delivery',
      name: 'webhooks',
      chosen: webhooks,
      values: [
        { value: 'normal', label: 'Normal: sent while the customer is led back' },
        { value: 'before-redirect', label: 'Before the customer is led back' },
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
        { value: 'refuses-key', label: 'Refuses the API key: everything answers 401' },
        { value: 'slow', label: 'Slow: every answer takes five seconds' },
      ],
    })}
    <button>Switch</button>
  </form>`;
}

const controlStyles = `
.stories { list-style: none; margin: 0; padding: 0; }
.story-title { display: flex; flex-wrap: wrap; gap: .25rem .75rem; margin: 0; }
.stories p { margin: 0 0 .25rem; }
.controls { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin: .5rem 0 0; }
.controls input { font: inherit; min-height: 2.75rem; padding: .25rem .5rem; }
`;
