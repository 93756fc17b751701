import { html } from 'hono/html';
import { choice, clockTime, type Html, type Page } from '../page.ts';
import { type Email, subjectOf, textOf } from './inbox.ts';
import type { EmailSettings } from './settings.ts';

/** Every e-mail the shop has sent in practice, and the switch that makes sending fail. */
export function inboxPage(emails: Email[], failures: number, settings: EmailSettings): Page {
  return {
    title: 'Practice e-mail',
    styles: inboxStyles,
    body: html`<main>
      <h1>Practice e-mail</h1>
      <p class="practice">Stands in for EmailJS: nothing is sent on. <a href="/">Refresh</a></p>
      ${failureSwitch(settings)}
      <h2>Inbox</h2>
      <p>${count(emails.length, 'e-mail')}, ${count(failures, 'failed send')}.</p>
      ${emails.map(emailItem)}
    </main>`,
  };
}

function failureSwitch({ sending }: EmailSettings): Html {
  return html`<form method="post" action="/practice/settings" class="card">
    ${choice({
      legend: 'Sending',
      name: 'sending',
      chosen: sending,
      values: [
        { value: 'works', label: 'Works' },
        { value: '403', label: 'Answers 403: disabled for non-browser applications' },
        { value: '429', label: 'Answers 429: too many requests' },
        { value: '451', label: 'Answers 451: unavailable for headless browsers' },
        { value: 'hangs-up', label: 'Hangs up without an answer' },
        { value: 'hangs', label: 'Never answers' },
        {
          value: 'accepts-then-hangs-up',
          label: 'Takes the e-mail, then hangs up without an answer',
        },
        { value: 'maintenance', label: 'Maintenance: answers 200 with a page, and takes nothing' },
        { value: 'redirect', label: 'Redirects to a login page that answers 200' },
        { value: 'wrong-body', label: 'Answers 200 with nothing in it, and takes nothing' },
        { value: 'refuses-reply-to', label: 'Answers 400 when reply_to is no e-mail address' },
      ],
    })}
    <button>Switch</button>
  </form>`;
}

function emailItem(email: Email): Html {
  return html`<article class="card">
    <h3>${subjectOf(email)}</h3>
    <p class="quiet-text">
      <time datetime="${email.receivedAt}">${clockTime(new Date(email.receivedAt))}</time>
    </p>
    <dl>
      ${Object.entries(email.templateParams).map(
        ([name, value]) => html`<dt>${name}</dt>
          <dd>${textOf(value)}</dd>`,
      )}
    </dl>
  </article>`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

const inboxStyles = `
h3 { margin: 0; font-size: 1rem; }
article p { margin: 0; }
dl { margin: .75rem 0 0; }
dt { font-weight: 600; color: var(--quiet); }
dd { margin: 0 0 .5rem; white-space: pre-wrap; }
`;
