import { href } from 'react-router';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { hasProof } from '#app/owner/frame/require-proof.ts';
import { SignInFirst } from '#app/owner/frame/sign-in-first.tsx';
import { PasskeyButton } from '#app/owner/people/sign-in/passkey-button.tsx';
import { personContext, staffBrowserContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import { Action } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { ActionLink } from '#app/ui/kit/links.tsx';
import { ActionRow, Rows } from '#app/ui/kit/rows.tsx';
import { Screen, Section } from '#app/ui/kit/screen.tsx';
import { ROLE_NAMES } from '#domain/staff/rights.ts';
import { calendarFeedMadeAt } from '#server/staff/calendar-feed.ts';
import { listPasskeys } from '#server/staff/passkeys.ts';
import { listDevices } from '#server/staff/sessions.ts';
import { readRecoveryCodes } from '#server/staff/sign-in.ts';
import type { Route } from './+types/own-account';
import { CalendarFeed } from './calendar-feed/calendar-feed.tsx';
import { DeviceList } from './devices/device-list.tsx';
import styles from './people.module.css';
import { RecoveryCodes } from './recovery-codes.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const person = context.get(personContext);
  const { session } = context.get(staffBrowserContext);
  const [passkeys, recoveryCodes, feedMadeAt, devices] = await Promise.all([
    listPasskeys(shop, person.id),
    readRecoveryCodes(shop, person.id),
    calendarFeedMadeAt(shop, person.id),
    listDevices(shop),
  ]);
  return {
    person,
    passkeys,
    recoveryCodes,
    feedMadeAt,
    devices: devices.filter(({ personId }) => personId === person.id),
    session: session?.id,
    isProved: hasProof(context),
  };
}

export default function OwnAccount({ loaderData }: Route.ComponentProps) {
  const { person, passkeys, recoveryCodes, feedMadeAt, devices, session, isProved } = loaderData;
  return (
    <div className={styles.page}>
      <Screen
        title="You"
        heading={person.name}
        summary={`${person.email} · ${ROLE_NAMES[person.role]}`}
      >
        <Section title="Passkeys">
          <p>
            With a passkey you sign in by your finger, your face or the PIN of your device. Without
            one, you get a code by e-mail each time.
          </p>
          {passkeys.length > 0 && (
            <Rows>
              {passkeys.map(({ id, device, addedAt, usedAt }) => (
                <ActionRow
                  key={id}
                  to={isProved ? href('/owner/you/passkeys/remove') : undefined}
                  fields={{ passkey: id }}
                  button="Remove"
                  what={`the passkey of ${device}`}
                >
                  <strong>{device}</strong>
                  <br />
                  <span className={kit.quiet}>
                    Added {instantInWords(addedAt)}
                    {usedAt && `, last used ${instantInWords(usedAt)}`}
                  </span>
                </ActionRow>
              ))}
            </Rows>
          )}
          {isProved && <PasskeyButton task="add" next={href('/owner/you')} />}
        </Section>

        <Section title="Recovery codes">
          <RecoveryCodes {...recoveryCodes} mayMake={isProved} />
        </Section>

        {!isProved && (
          <SignInFirst path={href('/owner/you')}>
            change a passkey, codes or the calendar
          </SignInFirst>
        )}

        <Section title="Notifications">
          <p>Your phone can tell you of new orders, changes and problems at once.</p>
          <ActionLink to={href('/owner/you/notifications')}>Where, what and when</ActionLink>
        </Section>

        <Section title="Your calendar">
          <CalendarFeed madeAt={feedMadeAt} mayMake={isProved} />
        </Section>

        <Section title="E-mails to you">
          <p>They go to {person.email}.</p>
          <div className={kit.actions}>
            <Action to={href('/owner/you/test-email')}>Send a test e-mail</Action>
            <ActionLink to={href('/owner/you/address')}>Change the address</ActionLink>
          </div>
        </Section>

        <Section title="Where you are signed in">
          <DeviceList devices={devices} current={session} />
          <Action to={href('/owner/sign-out')} className={kit.actions}>
            Sign out here
          </Action>
        </Section>
      </Screen>
    </div>
  );
}
