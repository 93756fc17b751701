import type { Context } from 'hono';
import { html, raw } from 'hono/html';

export type Html = ReturnType<typeof html>;

export type Page = { title: string; body: Html; styles?: string };

/** Responds with an uncached page without scripts or external resources. */
export function sendPage(context: Context, page: Page, status: 200 | 404 = 200) {
  context.header('Cache-Control', 'no-store');
  context.header(
    'Content-Security-Policy',
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; frame-ancestors 'none'",
  );
  context.header('Referrer-Policy', 'no-referrer');
  return context.html(layout(page), status);
}

/** The empty icon prevents requests for /favicon.ico. */
function layout({ title, body, styles = '' }: Page): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        <title>${title}</title>
        <style>
          ${raw(baseStyles)}${raw(styles)}
        </style>
      </head>
      <body>
        ${body}
      </body>
    </html>`;
}

export function clockTime(instant: Date): string {
  return instant.toLocaleString('en-GB', {
    timeZone: 'Europe/London',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
}

const baseStyles = `
*, ::before, ::after { box-sizing: border-box; }
:root { color-scheme: light; --ink: #1f2430; --quiet: #5a6272; --line: #c9ced8; --paper: #fff;
  --ground: #f4f5f8; --act: #3d3fbd; --bad: #b3122b; }
body { margin: 0; padding: 1rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 64rem; margin: 0 auto; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: .5rem 0 1rem; }
h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem; }
a { color: var(--act); }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px; }
button { font: inherit; font-weight: 600; min-height: 2.75rem; padding: .5rem 1.25rem; border: 0;
  border-radius: .5rem; background: var(--act); color: #fff; cursor: pointer; }
button.quiet { background: none; color: var(--act); box-shadow: inset 0 0 0 1px currentColor; }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem; margin: 0 0 1rem; }
.practice { background: #fff3c4; border: 1px solid #d9b53a; border-radius: .5rem; padding: .5rem .75rem; margin: 0 0 1rem; }
.quiet-text { color: var(--quiet); }
`;
