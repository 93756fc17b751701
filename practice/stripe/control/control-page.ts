import { html } from 'hono/html';
import { choice, clockTime, type Html, type Page } from '../../page.ts';
import { formatAmount } from '../money.ts';
import type { SessionRecord } from '../records/session.ts';
import type { StripeSettings } from '../settings.ts';
import type { Delivery } from '../webhooks/event-log.ts';

/** A session and how the shop was told of it. */
export type SessionStory = {
  session: SessionRecord;
  events: { type: string; deliveries: Delivery[] }[];
};

/** What has been sold in practice, and the switches that make Stripe misbehave. */
export function controlPage(stories: SessionStory[], settings: StripeSettings): Page {
  return {
    title: 'Practice Stripe',
    styles: controlStyles,
    body: html`<main>
      <h1>Practice Stripe</h1>
      <p class="practice">Stands in for Stripe: no money moves. <a href="/">Refresh</a></p>
      ${switches(settings)}
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
      ],
    })}
    <button>Switch</button>
  </form>`;
}

function storyItem({ session, events }: SessionStory): Html {
  const { id, status, payment_status, client_reference_id, created } = session;
  return html`<li class="card">
    <p class="story-title">
      <strong>${formatAmount(session.amount_total, session.currency)}</strong>
      ${status}, ${payment_status}
      <span class="quiet-text">${clockTime(new Date(created * 1_000))}</span>
    </p>
    <p class="quiet-text">${client_reference_id === null ? '' : `Order ${client_reference_id} · `}${id}</p>
    ${events.length === 0 ? '' : deliveryList(events)}
    ${status === 'open' ? openSessionControls(id) : ''}
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

function openSessionControls(id: string): Html {
  return html`<form method="post" action="/practice/sessions/${id}/expire" class="controls">
    <a href="/c/pay/${id}">Card page</a>
    <button class="quiet">Expire now</button>
  </form>`;
}

function deliveryState({ status, attempts, last_result }: Delivery): string {
  if (status === 'withheld') return 'not sent';
  const tries = `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`;
  return `${status}, ${tries}${last_result === null ? '' : `, last: ${last_result}`}`;
}

const controlStyles = `
.stories { list-style: none; margin: 0; padding: 0; }
.story-title { display: flex; flex-wrap: wrap; gap: .25rem .75rem; margin: 0; }
.stories p { margin: 0 0 .25rem; }
.controls { display: flex; gap: 1rem; align-items: center; }
`;
