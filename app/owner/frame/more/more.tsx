import { href } from 'react-router';
import { SwitchBox } from '#app/owner/frame/browser-switch.tsx';
import { keys, SHORTCUTS } from '#app/owner/frame/keys/keys.ts';
import { personContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import { Action } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Row, Rows } from '#app/ui/kit/rows.tsx';
import { Screen } from '#app/ui/kit/screen.tsx';
import { WithScripts } from '#app/ui/text.tsx';
import { may, ROLE_NAMES } from '#domain/staff/rights.ts';
import { beforeOpening } from '#server/content/before-opening.ts';
import type { Route } from './+types/more';

export async function loader({ context }: Route.LoaderArgs) {
  const { name, role } = context.get(personContext);
  const isOwner = may(role, 'run-cafe');
  return { name, role, left: isOwner ? (await beforeOpening(context.get(shopContext))).count : 0 };
}

export default function More({ loaderData }: Route.ComponentProps) {
  const { name, role, left } = loaderData;
  return (
    <Screen title="More" summary={`${name} · ${ROLE_NAMES[role]}`}>
      <Rows>
        {left > 0 && (
          <Row to={href('/owner/before-you-open')}>Before you open: what is still the demo’s</Row>
        )}
        <Row to={href('/owner/needs-you')}>Needs you: what went wrong or waits for you</Row>
        <Row to={href('/owner/you')}>You: how you sign in, and your calendar</Row>
        <Row to={href('/owner/you/notifications')}>Notifications: what your phone tells you</Row>
        {may(role, 'run-cafe') && (
          <>
            <Row to={href('/owner/calendar')}>Calendar: close days, pause, days of notice</Row>
            <Row to={href('/owner/capacity')}>How much you can make: when a day is full</Row>
            <Row to={href('/owner/times')}>Collection times: when in the day customers come</Row>
            <Row to={`${href('/owner/words/:words', { words: 'collection' })}#ready`}>
              When it is ready: what customers are told, and reviews
            </Row>
            <Row to={href('/owner/money')}>Money: what came in, payouts, what sold best</Row>
            <Row to={href('/owner/words')}>Words and pictures: address, hours, gallery, texts</Row>
            <Row to={href('/owner/photos')}>Photos: yours and the demo’s</Row>
            <Row to={href('/owner/people')}>People: who may sign in, and where</Row>
          </>
        )}
        <li>
          <a href={href('/')}>The shop, as customers see it</a>
        </li>
      </Rows>

      <WithScripts className={kit.section}>
        <h2>Keys</h2>
        <p>
          On a keyboard, one key opens a screen or ticks off: {keyList}. Press <kbd>?</kbd> to see
          all of them.
        </p>
        <SwitchBox of={keys}>Use keys in this browser</SwitchBox>
      </WithScripts>

      <Action to={href('/owner/sign-out')} className={kit.actions}>
        Sign out
      </Action>
    </Screen>
  );
}

const keyList = SHORTCUTS.slice(0, 3)
  .map(([key, what]) => `${key} for ${what}`)
  .join(', ');
