import { useEffect, useState } from 'react';
import { href, useRevalidator } from 'react-router';
import { keepScreens } from '#app/owner/frame/keep-screens.ts';
import { Button } from '#app/ui/button.tsx';
import { WithScripts } from '#app/ui/text.tsx';

interface ThisDeviceProps {
  /** With which the browser subscribes. */
  publicKey: string;
  /** The endpoints of the person's subscriptions. */
  known: string[];
}

/** `blocked`: in the browser's settings. */
type State = 'looking' | 'unable' | 'blocked' | 'off' | 'turning-on' | 'failed' | 'on';

/** Whether this browser shows notifications, and the button that makes it. */
export function ThisDevice({ publicKey, known }: ThisDeviceProps) {
  const [state, setState] = useState<State>('looking');
  const { revalidate } = useRevalidator();
  useEffect(() => {
    let isCurrent = true;
    stateOf(known).then((found) => isCurrent && setState(found));
    return () => {
      isCurrent = false;
    };
  }, [known]);

  async function turnOn() {
    setState('turning-on');
    const outcome = await subscribe(publicKey).catch(() => 'failed' as const);
    setState(outcome);
    if (outcome === 'on') await revalidate();
  }

  return (
    <>
      <WithScripts>
        {(state === 'off' || state === 'turning-on' || state === 'failed') && (
          <Button onClick={turnOn} aria-disabled={state === 'turning-on'}>
            Turn on here
          </Button>
        )}
        <p role="status" className={state === 'failed' ? 'problem' : undefined}>
          {state === 'unable' && isApple() ? ON_AN_IPHONE : WORDS[state]}
        </p>
      </WithScripts>
      <noscript>
        <p>To turn them on, this page needs JavaScript.</p>
      </noscript>
    </>
  );
}

const WORDS: Record<State, string> = {
  looking: '',
  unable: 'This browser cannot show notifications, or not at this address.',
  blocked:
    'You have blocked notifications here. Allow them in the settings of the browser for this site, then reload this page.',
  off: '',
  'turning-on': 'Your browser asks whether you allow it.',
  failed:
    'They could not be turned on: the browser’s own service did not answer. Please try again.',
  on: 'This device shows them.',
};

const ON_AN_IPHONE =
  'On an iPhone or an iPad, first make an app of the shop: in Safari, tap Share, then “Add to Home Screen”. Open it from the Home Screen, sign in there, and come back here by More.';

/** An iPad says that it is a Mac. */
function isApple(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

async function stateOf(known: string[]): Promise<State> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return 'unable';
  if (Notification.permission === 'denied') return 'blocked';
  const subscription = await (await registration())?.pushManager.getSubscription();
  return subscription && known.includes(subscription.endpoint) ? 'on' : 'off';
}

function registration() {
  return navigator.serviceWorker.getRegistration(href('/owner'));
}

async function subscribe(publicKey: string): Promise<'on' | 'blocked' | 'off' | 'unable'> {
  // First: browsers ask only right after a tap.
  const permission = await Notification.requestPermission();
  if (permission !== 'granted') return permission === 'denied' ? 'blocked' : 'off';
  await keepScreens();
  const manager = (await registration())?.pushManager;
  if (!manager) return 'unable';
  const earlier = await manager.getSubscription();
  // A browser refuses another key while it has a subscription, such as that of a shop with another database.
  await earlier?.unsubscribe();
  const subscription = await manager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  const response = await fetch(href('/owner/you/notifications/device'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ subscription }),
  });
  if (!response.ok) throw new Error(`The answer was ${response.status}.`);
  return 'on';
}
