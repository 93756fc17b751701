import { type HydrationData, nameHistoryEntry, startRouter } from './router-internals.ts';

// Starts the page's scripts when the page has loaded and the browser is idle, or on the first input
// (decision 008). Clicks on buttons before hydration are replayed after it.

const INPUT_EVENTS = ['pointerdown', 'pointerover', 'keydown', 'touchstart', 'focusin'];
/** Limits the wait for `load` and for idle: a slow picture delays both. */
const MAX_WAIT_MS = 3_000;

/** Whether `command` buttons open their dialog; older browsers need the script. */
const opensWithoutScript = 'commandForElement' in HTMLButtonElement.prototype;

const started = new AbortController();
const earlyClicks = new Set<HTMLElement>();
let replayed: HTMLElement | undefined;

createTrustedTypesPolicy();
nameHistoryEntry();
for (const type of INPUT_EVENTS) {
  addEventListener(type, start, { capture: true, passive: true, signal: started.signal });
}
if (document.readyState === 'complete') startWhenIdle();
else addEventListener('load', startWhenIdle, { once: true });
setTimeout(start, MAX_WAIT_MS);

document.addEventListener('click', stayOffline, { capture: true });
document.addEventListener('click', recordClick, { capture: true });
document.addEventListener('hydrated', replayClicks, { once: true });

function startWhenIdle(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(start);
  else setTimeout(start, 1);
}

async function start(): Promise<void> {
  // Input before the page is parsed is ignored; a later event starts the scripts.
  if (started.signal.aborted || document.readyState === 'loading') return;
  started.abort();
  const data = readHydrationData();
  if (!data) return;
  for (const url of data.imports) preload(url);
  try {
    await startRouter(data, (url) => import(/* @vite-ignore */ url));
  } catch (error) {
    // A script did not come: forms work without, and the page says that the rest does not.
    document.documentElement.dataset.scripts = 'failed';
    document.removeEventListener('hydrated', replayClicks);
    await replayClicks();
    throw error;
  }
}

function readHydrationData(): HydrationData | undefined {
  const text = document.getElementById('hydration-data')?.textContent;
  return text ? JSON.parse(text) : undefined;
}

function preload(url: string): void {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = url;
  document.head.append(link);
}

/**
 * Keeps the page when a link on a visitors' page needs the server and there is no network. Otherwise the browser shows an
 * error page of its own: it leaves the page, or the router reloads it, because the script of the other page does not come.
 */
function stayOffline(event: Event): void {
  const here = `[href^="${location.pathname}${location.search}#"]`;
  const elsewhere = `a[href^="/"]:not([href^="/owner"], ${here})`;
  const isLink = event.target instanceof Element && event.target.closest(elsewhere);
  if (navigator.onLine || !isLink) return;
  event.preventDefault();
  alert('You have no network just now.');
}

/** Keeps a click from React too, which would otherwise answer it now and once more when replayed. */
function recordClick(event: Event): void {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  if (!button || button === replayed) return;
  if (opensWithoutScript && button.hasAttribute('commandfor')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  earlyClicks.add(button);
}

/** Clicks in their order; those that come meanwhile wait for the earlier ones. */
async function replayClicks(): Promise<void> {
  for (const button of earlyClicks) {
    // Lets React render the result of the previous click.
    await new Promise((resolve) => setTimeout(resolve));
    earlyClicks.delete(button);
    replayed = button;
    button.click();
    replayed = undefined;
  }
  document.removeEventListener('click', recordClick, { capture: true });
}

/** Missing in some browsers, and in TypeScript's declarations. */
interface TrustedTypes {
  createPolicy(name: 'default', rules: Record<string, (value: string) => string | null>): unknown;
}

/**
 * The default policy for `require-trusted-types-for 'script'`. It allows the HTML that React writes
 * to create a `script` element, and script URLs of our own origin; null rejects everything else.
 *
 * React needs it when it renders the whole document on the client, because an extension changed the
 * document before hydration. Without the policy the page would go blank.
 */
function createTrustedTypesPolicy(): void {
  const trustedTypes: TrustedTypes | undefined = Reflect.get(window, 'trustedTypes');
  const allowedHtml = ['', '<script></script>'];
  trustedTypes?.createPolicy('default', {
    createHTML: (html) => (allowedHtml.includes(html) ? html : null),
    createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : null),
  });
}
