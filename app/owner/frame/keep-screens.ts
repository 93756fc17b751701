import { href } from 'react-router';
import worker from './offline-worker.ts?worker&url';

let isRegistered = false;

/** Has the screens kept for when there is no network. Not over plain http, where browsers have no service workers. */
export async function keepScreens(): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  try {
    if (!isRegistered) await navigator.serviceWorker.register(worker, { scope: href('/owner') });
    isRegistered = true;
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage('keep');
  } catch {
    // Blocked by the browser's settings.
  }
}
