import type { HydrationData } from './hydration-data.ts';
import { guardScriptSinks, keepZodFromCompiling } from './trusted-types.ts';

declare global {
  interface Window {
    __reactRouterContext?: object;
    __reactRouterRouteModules?: object;
  }
}

/** Any of these says that somebody is about to use the page. */
const TOUCHES = ['pointerdown', 'pointerover', 'keydown', 'touchstart', 'focusin'];
/** A picture that hangs keeps the page from having loaded, and a busy page from being idle. */
const LONGEST_WAIT_MS = 3_000;

const started = new AbortController();
const waitingClicks = new Set<HTMLElement>();

guardScriptSinks();
keepZodFromCompiling();
nameHistoryEntry();
for (const touch of TOUCHES) {
  addEventListener(touch, start, { capture: true, passive: true, signal: started.signal });
}
if (document.readyState === 'complete') startWhenIdle();
else addEventListener('load', startWhenIdle, { once: true });
setTimeout(start, LONGEST_WAIT_MS);

document.addEventListener('click', keepClick, { capture: true });
document.addEventListener('hydrated', repeatClicks, { once: true });

/**
 * The router remembers scrolling by the keys of the history's entries and gives none to the one that a
 * document begins with, so that all documents of a visit would share theirs (`ScrollPositions`).
 */
function nameHistoryEntry(): void {
  if (history.state?.key) return;
  history.replaceState({ ...history.state, key: Math.random().toString(36).slice(2) }, '');
}

function startWhenIdle(): void {
  if ('requestIdleCallback' in window) requestIdleCallback(start);
  else setTimeout(start, 1);
}

/** Fetches the page's modules and hands over to the router's own entry. */
async function start(): Promise<void> {
  // A pointer may be over the page while it is still being read: what comes next will start it.
  if (started.signal.aborted || document.readyState === 'loading') return;
  started.abort();
  const data = readData();
  if (!data) return;
  for (const address of data.imports) preload(address);
  window.__reactRouterContext = { ...data.context, stream: streamOf(data.loaded) };
  const [, ...modules] = await Promise.all(
    [data.manifest, ...data.routes.map(([, address]) => address)].map(load),
  );
  window.__reactRouterRouteModules = Object.fromEntries(
    data.routes.map(([id], place) => [id, modules[place]]),
  );
  await load(data.entry);
}

function readData(): HydrationData | undefined {
  const text = document.getElementById('hydration-data')?.textContent;
  return text ? JSON.parse(text) : undefined;
}

function load(address: string): Promise<object> {
  return import(/* @vite-ignore */ address);
}

function preload(address: string): void {
  const link = document.createElement('link');
  link.rel = 'modulepreload';
  link.href = address;
  document.head.append(link);
}

/** A `Blob` would make one too, but asks the browser's own process first, and waits. */
function streamOf(text: string): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });
}

/** A press of a button that nothing answers yet is kept, and repeated when something does. */
function keepClick(event: Event): void {
  const button = event.target instanceof Element ? event.target.closest('button') : null;
  // What the browser does by itself (a dialog opened by `command`) needs no script.
  if (!button || button.hasAttribute('commandfor')) return;
  event.preventDefault();
  waitingClicks.add(button);
}

async function repeatClicks(): Promise<void> {
  document.removeEventListener('click', keepClick, { capture: true });
  for (const button of waitingClicks) {
    // Each is answered by a page that knows what came before it.
    await new Promise((resolve) => setTimeout(resolve));
    button.click();
  }
}
