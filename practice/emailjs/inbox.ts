import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { html } from 'hono/html';
import { z } from 'zod';
import { choice, clockTime, type Html, type Page } from '../page.ts';
import { openCollection } from '../store.ts';

/** What the service does with an e-mail; the page shows the labels. */
const modes = [
  { value: 'works', label: 'Works' },
  { value: '403', label: 'Answers 403: disabled for non-browser applications' },
  { value: '404', label: 'Answers 404: account not found' },
  { value: '412', label: 'Answers 412: the mailbox must be connected again' },
  { value: '429', label: 'Answers 429: too many requests' },
  { value: '451', label: 'Answers 451: unavailable for headless browsers' },
  { value: 'hangs-up', label: 'Hangs up without an answer' },
  { value: 'maintenance', label: 'Maintenance: answers 200 with a page, and takes nothing' },
  { value: 'redirect', label: 'Redirects to a login page that answers 200' },
] as const;
export type SendingMode = (typeof modes)[number]['value'];

export const emailSettings = z.strictObject({
  sending: z.enum(modes.map(({ value }) => value)),
  /** One request a second, as the real service. */
  limit: z.enum(['on', 'off']),
});

const email = z.object({
  id: z.string(),
  receivedAt: z.string(),
  templateParams: z.record(z.string(), z.unknown()),
});

export type Email = z.infer<typeof email>;

export type Inbox = {
  receive(templateParams: Email['templateParams']): void;
  countFailure(): void;
  failures(): number;
  /** Newest first. */
  list(): Email[];
  /** Deletes the e-mails and resets the count of failures. */
  empty(): void;
};

/** The page and the control API return this many. */
const MAX_LISTED = 200;

export function openInbox(database: DatabaseSync): Inbox {
  const emails = openCollection(database, 'email', email);
  let failures = 0;

  return {
    receive(templateParams) {
      emails.add({ id: randomUUID(), receivedAt: new Date().toISOString(), templateParams });
    },
    countFailure() {
      failures += 1;
    },
    failures: () => failures,
    list: () => emails.list({ limit: MAX_LISTED }),
    empty() {
      emails.clear();
      failures = 0;
    },
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** The subject, or the first line that is not empty. */
function subjectOf({ templateParams }: Email): string {
  const texts = [templateParams.subject, templateParams.title, ...Object.values(templateParams)];
  const [first] = texts
    .filter((text) => text !== undefined)
    .flatMap((text) => textOf(text).split('\n'))
    .filter((line) => line.trim() !== '');
  return first ?? '(empty)';
}

/** The received e-mails and the failure switch. */
export function inboxPage(emails: Email[], failures: number, mode: SendingMode): Page {
  return {
    title: 'Practice e-mail',
    styles: inboxStyles,
    body: html`<main>
      <h1>Practice e-mail</h1>
      <p class="practice">Stands in for EmailJS: nothing is sent on. <a href="/">Refresh</a></p>
      ${failureSwitch(mode)}
      <h2>Inbox</h2>
      <p>${count(emails.length, 'e-mail')}, ${count(failures, 'failed send')}.</p>
      ${emails.map(emailItem)}
    </main>`,
  };
}

function failureSwitch(mode: SendingMode): Html {
  return html`<form method="post" action="/practice/settings" class="card">
    ${choice({
      legend: 'Sending',
      name: 'sending',
      chosen: mode,
      values: [...modes],
    })}
    <button>Switch</button>
  </form>`;
}

function emailItem(email: Email): Html {
  const { to_email: to, html: htmlBody, ...others } = email.templateParams;
  return html`<article class="card">
    <h3>${subjectOf(email)}</h3>
    <p class="quiet-text">
      To ${to === undefined ? "the template's recipient" : textOf(to)},
      <time datetime="${email.receivedAt}">${clockTime(new Date(email.receivedAt))}</time>
    </p>
    ${
      htmlBody === undefined
        ? parameterList(others)
        : html`<iframe sandbox srcdoc="${textOf(htmlBody)}" title="The e-mail as HTML"></iframe>
            <details>
              <summary>As text, with its other parameters</summary>
              ${parameterList(others)}
            </details>`
    }
  </article>`;
}

function parameterList(parameters: Email['templateParams']): Html {
  return html`<dl>
    ${Object.entries(parameters).map(
      ([name, value]) => html`<dt>${name}</dt>
        <dd>${isFile(value) ? html`<a href="${value}" download>Download</a>` : textOf(value)}</dd>`,
    )}
  </dl>`;
}

/** An attachment, as EmailJS takes it. */
function isFile(value: unknown): value is string {
  return typeof value === 'string' && /^data:[\w/]+;base64,/.test(value);
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

const inboxStyles = `
h3 { margin: 0; font-size: 1rem; }
article p { margin: 0; }
dl { margin: .75rem 0 0; }
iframe { width: 100%; height: 32rem; margin-top: .75rem; border: 1px solid var(--line); background: #fff; }
dt { font-weight: 600; color: var(--quiet); }
dd { margin: 0 0 .5rem; white-space: pre-wrap; }
`;
