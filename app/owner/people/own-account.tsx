import { data, href, redirect } from 'react-router';
import { FeedSection } from '#app/owner/days/calendar-feed/feed-section.tsx';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { signInAgain } from '#app/owner/frame/own-path.ts';
import { useInitial } from '#app/owner/frame/use-initial.ts';
import { PasskeyButton } from '#app/owner/people/sign-in/passkey-button.tsx';
import { personContext, staffBrowserContext } from '#app/owner/person-context.ts';
import { readForm } from '#app/read-form.ts';
import { privatePageMeta } from '#app/seo/page-meta.ts';
import { shopContext, siteContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import screen from '#app/ui/kit/kit.module.css';
import { WithScripts } from '#app/ui/text.tsx';
import {
  calendarFeedMadeAt,
  endCalendarFeed,
  makeCalendarFeed,
} from '#server/staff/calendar-feed.ts';
import { listPasskeys, removePasskey } from '#server/staff/passkeys.ts';
import { endSession, listDevices } from '#server/staff/sessions.ts';
import { makeRecoveryCodes, readRecoveryCodes } from '#server/staff/sign-in.ts';
import { sendToPerson } from '#server/staff/staff-emails.ts';
import type { Route } from './+types/own-account';
import { DeviceList } from './device-list.tsx';
import styles from './people.module.css';

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(matches[0].loaderData, {
    title: 'You',
    description: 'How you sign in, and where.',
  });
}

export async function loader({ request, context }: Route.LoaderArgs) {
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
    isProved: session?.isProved === true,
    isNew: new URL(request.url).searchParams.has('welcome'),
  };
}

interface ActionResult {
  test?: 'sent' | 'failed';
  /** `shown`: the form was sent twice. */
  codes?: string[] | 'shown';
  /** The address of the calendar feed. */
  feed?: string;
}

export async function action({
  request,
  context,
}: Route.ActionArgs): Promise<Response | ActionResult> {
  const field = await readForm(request);
  const shop = context.get(shopContext);
  const person = context.get(personContext);
  const { session } = context.get(staffBrowserContext);
  switch (field('do')) {
    case 'end-session': {
      const devices = await listDevices(shop);
      const own = devices.find(
        (each) => each.personId === person.id && each.sessionId === field('session'),
      );
      if (own) await endSession(shop, own.sessionId);
      return redirect(href('/owner/you'));
    }
    case 'test-email':
      return { test: (await sendToPerson(shop, person, { kind: 'test' })) ? 'sent' : 'failed' };
    case 'remove-passkey':
      if (!session?.isProved) return redirect(signInAgain(href('/owner/you')));
      await removePasskey(shop, field('passkey'), person.id);
      return redirect(href('/owner/you'));
    case 'recovery-codes':
      if (!session?.isProved) return redirect(signInAgain(href('/owner/you')));
      return { codes: (await makeRecoveryCodes(shop, person.id, field('set'))) ?? 'shown' };
    case 'calendar-feed': {
      if (!session?.isProved) return redirect(signInAgain(href('/owner/you')));
      const token = await makeCalendarFeed(shop, person.id);
      return { feed: context.get(siteContext).origin + href('/calendar-feed/:token', { token }) };
    }
    case 'end-calendar-feed':
      await endCalendarFeed(shop, person.id);
      return redirect(href('/owner/you'));
    default:
      throw data(null, { status: 400 });
  }
}

export default function OwnAccount({ loaderData, actionData }: Route.ComponentProps) {
  const { person, passkeys, recoveryCodes, feedMadeAt, devices, session, isProved, isNew } =
    loaderData;
  const result = useInitial<ActionResult | undefined>(actionData);
  const isSentAgain = result?.codes === 'shown';
  const codes = Array.isArray(result?.codes) ? result.codes : [];
  return (
    <div className={styles.page}>
      <header>
        <h1>{isNew ? `Welcome, ${person.name}` : person.name}</h1>
        <p>
          {isNew
            ? 'You are signed in. Three things are worth doing now: add a passkey, print recovery codes, and see that e-mails reach you.'
            : `${person.email} · ${person.role === 'owner' ? 'Owner' : 'Kitchen'}`}
        </p>
      </header>

      <section aria-labelledby="passkeys">
        <h2 id="passkeys">Passkeys</h2>
        <p>
          A passkey signs you in with your finger, your face or your device’s PIN. Without one, you
          sign in with a code by e-mail.
        </p>
        {passkeys.length > 0 && (
          <ul className={styles.rows}>
            {passkeys.map(({ id, device, addedAt, usedAt }) => (
              <li key={id}>
                <p>
                  <strong>{device}</strong>
                  <span>
                    Added {instantInWords(addedAt)}
                    {usedAt && `, last used ${instantInWords(usedAt)}`}
                  </span>
                </p>
                {isProved && (
                  <form method="post">
                    <input type="hidden" name="passkey" value={id} />
                    <button
                      type="submit"
                      name="do"
                      value="remove-passkey"
                      aria-label={`Remove the passkey of ${device}`}
                      className={screen.quietButton}
                    >
                      Remove
                    </button>
                  </form>
                )}
              </li>
            ))}
          </ul>
        )}
        {isProved && <PasskeyButton task="add" next={href('/owner/you')} />}
      </section>

      <section aria-labelledby="recovery">
        <h2 id="recovery">Recovery codes</h2>
        <p>{recoveryText(codes.length > 0 ? codes.length : recoveryCodes.left)}</p>
        {isSentAgain && (
          <p role="status">
            Your new codes were shown once, and stay as they are. If you did not print them, make
            new ones.
          </p>
        )}
        {codes.length > 0 && (
          <>
            <ol className={styles.codes}>
              {codes.map((code) => (
                <li key={code}>
                  <code>{code}</code>
                </li>
              ))}
            </ol>
            <p role="status">Print them now and keep them safe: they are not shown again.</p>
            <WithScripts>
              <Button onClick={() => window.print()}>Print</Button>
            </WithScripts>
          </>
        )}
        {isProved && codes.length === 0 && (
          <form method="post">
            <input type="hidden" name="set" value={recoveryCodes.set} />
            <Button type="submit" variant="outline" name="do" value="recovery-codes">
              Make new recovery codes
            </Button>
          </form>
        )}
      </section>

      {!isProved && (
        <p className={styles.note}>
          To add or remove a passkey or make new codes or a calendar address,{' '}
          <a href={signInAgain(href('/owner/you'))}>show once more that it is you</a>.
        </p>
      )}

      <FeedSection
        madeAt={feedMadeAt && instantInWords(feedMadeAt)}
        feed={result?.feed}
        mayMake={isProved}
      />

      <section aria-labelledby="test-email">
        <h2 id="test-email">E-mails to you</h2>
        <p role="status">{testText(result?.test, person.email)}</p>
        <form method="post">
          <Button type="submit" variant="outline" name="do" value="test-email">
            Send a test e-mail
          </Button>
        </form>
      </section>

      <section aria-labelledby="devices">
        <h2 id="devices">Where you are signed in</h2>
        <DeviceList devices={devices} current={session} />
        <form method="post" action={href('/owner/sign-out')}>
          <Button type="submit" variant="outline">
            Sign out here
          </Button>
        </form>
      </section>
    </div>
  );
}

function recoveryText(count: number): string {
  const purpose = 'A recovery code signs you in when neither passkey nor e-mail works.';
  if (count === 0) return `${purpose} You have none.`;
  return `${purpose} You have ${count === 1 ? 'one' : count} left.`;
}

function testText(test: string | undefined, email: string): string {
  if (test === 'sent') return `Sent to ${email}. It should arrive within a minute.`;
  if (test === 'failed') {
    return `The e-mail service did not accept the e-mail to ${email}. The log of the shop has the reason.`;
  }
  return `Codes are sent to ${email}.`;
}
