import { href } from 'react-router';
import worker from './offline-worker.ts?worker&url';

let isRegistered = false;

/**
 * Asks the offline worker to read the screens again, which it keeps for when there is no network. A document asks it once to
 * read theirs too, because those may be of an earlier release. Not over plain http, where browsers have no service workers.
 */
export async function keepScreens(): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  try {
    if (!isRegistered) await navigator.serviceWorker.register(worker, { scope: href('/owner') });
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage(isRegistered ? 'keep' : 'keep-documents');
    isRegistered = true;
  } catch {
    // Blocked by the browser's settings.
  }
}
