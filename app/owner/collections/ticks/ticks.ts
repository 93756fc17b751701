import { href } from 'react-router';
import { stored } from '#app/ui/stored.ts';
import { backoff } from '#app/ui/wait.ts';
import { type Fulfilment, isFulfilment } from '#domain/book/collection.ts';
import { isNonEmpty, isString, objectOf } from '#domain/guard.ts';
import { UNDO_SECONDS } from '#domain/undo.ts';

// Ticks show at once and are sent in order. A tick that cannot be sent waits in localStorage, so that a
// reload, a closed tab or a night without a network loses none.

interface Tick {
  id: string;
  /** Of the order. */
  number: string;
  day: string;
  /** The customer's, for the words on the screen. */
  name: string;
  /** What the screen showed, so that the server notices a stale screen. */
  from: Fulfilment;
  fulfilment: Fulfilment;
}

export interface Ticks {
  waiting: Tick[];
  /** Accepted by the server, but the screen's data may be older. */
  accepted: Tick[];
  /** Why ticks wait. */
  obstacle?: 'network' | 'signed-out' | undefined;
  /** The last tick, for as long as it can be undone from the notice. */
  latest?: Tick | undefined;
  /** The server did not take it. */
  rejected?: { tick: Tick; why: 'conflict' | 'unknown' } | undefined;
}

/** What the screens show about a collection. */
export interface Ticked {
  /** Of the order. */
  number: string;
  day: string;
  name: string;
  fulfilment: Fulfilment;
}

const KEY = 'owner-ticks';
const MAX_ANSWER_MS = 15_000;
/** How long an accepted tick covers the screen's older data. */
const MAX_ACCEPTED_MS = 10_000;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 30_000;

const isTick = objectOf<Tick>({
  id: isNonEmpty,
  number: isNonEmpty,
  day: isNonEmpty,
  name: isString,
  from: isFulfilment,
  fulfilment: isFulfilment,
});

const saved = stored<unknown[]>('localStorage', KEY, Array.isArray);

const NONE: Ticks = { waiting: [], accepted: [] };
let ticks = NONE;
let isLoaded = false;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let undoTimer: ReturnType<typeof setTimeout> | undefined;
let refresh: () => void = () => {};
const listeners = new Set<() => void>();

export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentTicks(): Ticks {
  if (!isLoaded) {
    isLoaded = true;
    ticks = { ...NONE, waiting: readWaiting() };
  }
  return ticks;
}

export function noTicks(): Ticks {
  return NONE;
}

/** @param reload loads the screen's data again. @returns a function that stops sending. */
export function startSending(reload: () => void): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  refresh = reload;
  const stopReading = saved.subscribe(() => set({ waiting: readWaiting() }));
  addEventListener('online', send, { signal });
  document.addEventListener('visibilitychange', send, { signal });
  send();
  return () => {
    stopping.abort();
    stopReading();
    clearTimeout(timer);
  };
}

/** What a collection is, with the ticks that its data do not contain yet. */
export function shownFulfilment(
  { waiting, accepted }: Ticks,
  { number, day, fulfilment }: Ticked,
): Fulfilment {
  const own = (tick: Tick) => tick.number === number && tick.day === day;
  const accepts = accepted.findLast(own);
  // Other data than the tick was made on are newer.
  const known = accepts && accepts.from === fulfilment ? accepts.fulfilment : fulfilment;
  return waiting.findLast(own)?.fulfilment ?? known;
}

export function tick(collection: Ticked, fulfilment: Fulfilment): void {
  const { number, day, name } = collection;
  const from = shownFulfilment(currentTicks(), collection);
  if (from === fulfilment) return;
  const id = `${Date.now()}-${Math.random().toString(36).slice(2)}`;
  const latest: Tick = { id, number, day, name, from, fulfilment };
  setWaiting([...readWaiting(), latest]);
  set({ latest, rejected: undefined });
  clearTimeout(undoTimer);
  undoTimer = setTimeout(forgetLatest, UNDO_SECONDS * 1000);
  send();
}

/** Takes the last tick back, which can be undone too. */
export function undo(): void {
  const { latest } = currentTicks();
  if (latest) tick(latest, latest.from);
}

/** Its time to be undone from the notice has passed. */
export function forgetLatest(): void {
  set({ latest: undefined });
}

export function dismiss(): void {
  set({ latest: undefined, rejected: undefined });
}

let isSending = false;
let again = false;

async function send(): Promise<void> {
  if (isSending) {
    again = true;
    return;
  }
  isSending = true;
  clearTimeout(timer);
  do {
    again = false;
    await inOneTab(sendWaiting);
  } while (again);
  isSending = false;
}

async function sendWaiting(): Promise<void> {
  for (let next = readWaiting()[0]; next; next = readWaiting()[0]) {
    const sent = next;
    const result = await post(sent);
    if (result === 'network' || result === 'signed-out') {
      set({ obstacle: result });
      timer = setTimeout(send, backoff(FIRST_PAUSE_MS, LONGEST_PAUSE_MS, failures));
      failures += 1;
      return;
    }
    failures = 0;
    setWaiting(readWaiting().filter(({ id }) => id !== sent.id));
    if (result === 'done') accept(sent);
    else reject(sent, result);
    set({ obstacle: undefined });
    refresh();
  }
  if (ticks.obstacle) set({ obstacle: undefined });
}

function accept(sent: Tick): void {
  set({ accepted: [...currentTicks().accepted, sent] });
  setTimeout(
    () => set({ accepted: currentTicks().accepted.filter(({ id }) => id !== sent.id) }),
    MAX_ACCEPTED_MS,
  );
}

/** Later ticks of the same collection began from this one, so they are dropped too. */
function reject(sent: Tick, why: 'conflict' | 'unknown'): void {
  const isSame = ({ number, day }: Tick) => number === sent.number && day === sent.day;
  setWaiting(readWaiting().filter((waiting) => !isSame(waiting)));
  set({ rejected: { tick: sent, why }, latest: undefined });
}

async function post({ number, day, from, fulfilment }: Tick) {
  try {
    const { type, status } = await fetch(href('/owner/orders/:order/made', { order: number }), {
      method: 'POST',
      body: new URLSearchParams({ day, from, fulfilment }),
      redirect: 'manual',
      // Completes even if the person leaves the screen.
      keepalive: true,
      signal: AbortSignal.timeout(MAX_ANSWER_MS),
    });
    // To where the form came from.
    if (type === 'opaqueredirect') return 'done';
    if (status === 401) return 'signed-out';
    if (status === 409) return 'conflict';
    return status === 429 || status >= 500 ? 'network' : 'unknown';
  } catch {
    return 'network';
  }
}

/** Several tabs must not send the same tick. Without locks (plain http) `from` still makes it harmless. */
async function inOneTab(work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(KEY, work);
  else await work();
}

/** Without damaged ones. */
function readWaiting(): Tick[] {
  return (saved.read() ?? []).filter(isTick);
}

function setWaiting(waiting: Tick[]): void {
  if (waiting.length > 0) saved.write(waiting);
  else saved.clear();
  set({ waiting });
}

function set(changed: Partial<Ticks>): void {
  ticks = { ...currentTicks(), ...changed };
  for (const listener of listeners) listener();
}
