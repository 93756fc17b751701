import { html } from 'hono/html';
import { choice, type Page } from '../page.ts';
import type { RecaptchaSettings } from './settings.ts';

export function controlPage({ visitors, api }: RecaptchaSettings): Page {
  return {
    title: 'Practice reCAPTCHA',
    body: html`<main>
      <h1>Practice reCAPTCHA</h1>
      <p class="practice">Stands in for Google's: nobody is watched.</p>
      <form method="post" action="/practice/settings" class="card">
        ${choice({
          legend: 'Visitors',
          name: 'visitors',
          chosen: visitors,
          values: [
            { value: 'people', label: 'Are people: score 0.9' },
            { value: 'robots', label: 'Are robots: score 0.1' },
          ],
        })}
        ${choice({
          legend: 'The shop asks',
          name: 'api',
          chosen: api,
          values: [
            { value: 'normal', label: 'And is answered' },
            { value: 'down', label: 'In vain: 503' },
          ],
        })}
        <button>Switch</button>
      </form>
    </main>`,
  };
}
