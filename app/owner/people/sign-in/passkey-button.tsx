import { useState, useSyncExternalStore } from 'react';
import { href } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { WithScripts } from '#app/ui/text.tsx';
import styles from './sign-in.module.css';

interface PasskeyButtonProps {
  task: 'sign-in' | 'add';
  /** The path that is opened after it. */
  next: string;
}

const texts = {
  'sign-in': {
    label: 'Sign in with a passkey',
    failed: 'That passkey did not work. Please try again, or use a code.',
    missing: 'Passkeys do not work at this address, which has no https. Please use a code.',
  },
  add: {
    label: 'Add a passkey for this device',
    failed: 'The passkey was not added. This device may have one already.',
    missing: 'Passkeys do not work at this address, which has no https.',
  },
};

/**
 * Where browsers have no passkeys, which is everywhere without https, a sentence as high as the button:
 * the form below does not move while it is pressed.
 */
export function PasskeyButton({ task, next }: PasskeyButtonProps) {
  const [state, setState] = useState<'idle' | 'waiting' | 'failed'>('idle');
  const hasPasskeys = useSyncExternalStore(
    () => () => {},
    () => window.PublicKeyCredential !== undefined,
    () => true,
  );
  const { label, failed, missing } = texts[task];

  async function use() {
    setState('waiting');
    const outcome = await (task === 'add' ? addPasskey() : signIn()).catch(() => 'failed' as const);
    if (outcome === 'done') location.assign(next);
    else setState(outcome);
  }

  if (!hasPasskeys) return <p className={styles.passkey}>{missing}</p>;
  return (
    <WithScripts className={styles.passkey}>
      <Button onClick={use} aria-disabled={state === 'waiting'}>
        {label}
      </Button>
      <p role="status" className="problem">
        {state === 'failed' && failed}
      </p>
    </WithScripts>
  );
}

async function signIn() {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const path = href('/owner/passkeys/sign-in');
  const optionsJSON = await post(path, {});
  return finish(path, () => startAuthentication({ optionsJSON }));
}

async function addPasskey() {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const path = href('/owner/passkeys/add');
  const optionsJSON = await post(path, {});
  return finish(path, () => startRegistration({ optionsJSON }));
}

/** @param ask opens the browser's dialog; closing it is no failure. */
async function finish(path: string, ask: () => Promise<object>): Promise<'done' | 'idle'> {
  let response: object;
  try {
    response = await ask();
  } catch (error) {
    if (error instanceof Error && error.name === 'NotAllowedError') return 'idle';
    throw error;
  }
  await post(path, { response });
  return 'done';
}

/** @throws unless the answer is 200. */
async function post(path: string, body: object) {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The answer was ${response.status}.`);
  return response.json();
}
