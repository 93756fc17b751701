import { useSyncExternalStore } from 'react';
import { href } from 'react-router';
import { areKeysOn, SHORTCUTS, switchKeys } from '#app/owner/frame/keys/keys.ts';
import { personContext } from '#app/owner/person-context.ts';
import { Action } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Row, Rows } from '#app/ui/kit/rows.tsx';
import { Screen } from '#app/ui/kit/screen.tsx';
import { WithScripts } from '#app/ui/text.tsx';
import { may } from '#domain/staff/rights.ts';
import type { Route } from './+types/more';
import styles from './more.module.css';

export function loader({ context }: Route.LoaderArgs) {
  const { name, role } = context.get(personContext);
  return { name, role };
}

export default function More({ loaderData }: Route.ComponentProps) {
  const { name, role } = loaderData;
  return (
    <Screen title="More" summary={`${name} · ${role}`}>
      <div className={styles.links}>
        <Rows>
          <Row to={href('/owner/needs-you')}>Needs you</Row>
          <Row to={href('/owner/you')}>You: passkeys, recovery codes, calendar and devices</Row>
          {may(role, 'run-cafe') && (
            <>
              <Row to={href('/owner/calendar')}>Calendar: closed days, pause and notice</Row>
              <Row to={href('/owner/capacity')}>What you make in a day: limits for orders</Row>
              <Row to={href('/owner/money')}>Money: what came in, what went back</Row>
              <Row to={href('/owner/words')}>
                Words and pictures: address, hours, gallery, texts
              </Row>
              <Row to={href('/owner/photos')}>Photos</Row>
              <Row to={href('/owner/people')}>People and their devices</Row>
            </>
          )}
          <li>
            <a href={href('/')}>The shop, as customers see it</a>
          </li>
        </Rows>
      </div>

      <KeysSwitch />

      <Action to={href('/owner/sign-out')} className={kit.actions}>
        Sign out
      </Action>
    </Screen>
  );
}

/** In this browser only: another may have no keyboard. */
function KeysSwitch() {
  const on = useSyncExternalStore(subscribe, areKeysOn, () => true);
  return (
    <WithScripts className={kit.section}>
      <h2>Keys</h2>
      <p>
        With a keyboard, single keys open screens and tick off: {keyList}. The key <kbd>?</kbd>{' '}
        shows all of them.
      </p>
      <label className={kit.check}>
        <input
          type="checkbox"
          checked={on}
          onChange={(event) => {
            switchKeys(event.target.checked);
            dispatchEvent(new Event(SWITCHED));
          }}
        />
        Use keys in this browser
      </label>
    </WithScripts>
  );
}

const SWITCHED = 'owner-keys-switched';

const keyList = SHORTCUTS.slice(0, 3)
  .map(([key, what]) => `${key} for ${what}`)
  .join(', ');

function subscribe(listener: () => void): () => void {
  addEventListener(SWITCHED, listener);
  return () => removeEventListener(SWITCHED, listener);
}
