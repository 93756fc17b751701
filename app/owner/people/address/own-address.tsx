import { href } from 'react-router';
import * as z from 'zod';
import { Text } from '#app/owner/frame/form-fields.ts';
import { ownerAction, refused } from '#app/owner/frame/owner-action.ts';
import { hasProof, requireProof } from '#app/owner/frame/require-proof.ts';
import { SignInFirst } from '#app/owner/frame/sign-in-first.tsx';
import { CodeField } from '#app/owner/people/code-field.tsx';
import { personContext, staffBrowserContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Field, Problem } from '#app/ui/kit/field.tsx';
import { ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { QuietLink } from '#app/ui/kit/links.tsx';
import { useEntered, useOnce } from '#app/ui/kit/refusal-context.ts';
import { Notice, Screen } from '#app/ui/kit/screen.tsx';
import { may } from '#domain/staff/rights.ts';
import { confirmAddress, requestAddress } from '#server/staff/email-address.ts';
import { readFirstSteps } from '#server/staff/sign-in.ts';
import type { Route } from './+types/own-address';
import { ADDRESS_TAKEN } from './address.tsx';

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { id, email, role } = context.get(personContext);
  const steps = await readFirstSteps(shop, id);
  const isAsked = context.get(staffBrowserContext).pendingToken !== undefined;
  const wantsAnother = new URL(request.url).searchParams.has('another');
  return {
    email,
    isConfirmed: steps.isEmailConfirmed,
    /** A code that was sent before the screen was opened, such as when the shop was set up. */
    isSent: isAsked && !steps.isEmailConfirmed && !wantsAnother,
    mayChange: hasProof(context),
    later: nextStep(steps),
    practises: shop.stage.emails === 'practice',
    // Others have no list of what comes next.
    isReminded: may(role, 'run-cafe'),
  };
}

const Form = z.object({ email: Text, code: Text, task: Text });

/** Sends a code to the person's address or to a new one, or confirms it by the code. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, person, form: { email, code, task } }) => {
    const isNew = email !== person.email;
    if (isNew) requireProof(args.context, href('/owner/you/address'));
    const browser = args.context.get(staffBrowserContext);
    if (task === 'send') {
      const asked = await requestAddress(shop, person, email);
      if (asked.ok) {
        browser.keepPending(asked.pending);
        return { once: [asked.email] };
      }
      if (asked.reason === 'too-often') return refused(TOO_OFTEN);
      return { problems: { email: asked.reason === 'taken' ? ADDRESS_TAKEN : asked.problem } };
    }
    const { pendingToken: token = '' } = browser;
    const result = await confirmAddress(shop, person, { token, email, code });
    if (!result.ok) {
      return { problems: { code: result.reason === 'code' ? WRONG_CODE : ADDRESS_TAKEN } };
    }
    browser.keepPending(undefined);
    if (isNew) return { to: href('/owner/you'), words: `Your address is ${email} now.` };
    const to = nextStep(await readFirstSteps(shop, person.id));
    return { to, words: `Confirmed: e-mails reach you at ${email}.` };
  });
}

const WRONG_CODE =
  'That is not the newest code for this address, or it is older than ten minutes. Send a new one if you are not sure.';
const TOO_OFTEN = 'We have sent you five codes within an hour. Try again in an hour.';

function nextStep({ hasKeptCodes }: { hasKeptCodes: boolean }): string {
  return hasKeptCodes ? href('/owner') : href('/owner/you/recovery-codes');
}

/** The person's own address, which a code to it confirms. */
export default function OwnAddress({ loaderData }: Route.ComponentProps) {
  const { email, isConfirmed, mayChange, later, isReminded } = loaderData;
  const path = href('/owner/you/address');
  return (
    <Screen
      title="Your e-mail address"
      above={isConfirmed ? { path: href('/owner/you'), title: 'You' } : undefined}
      summary={isConfirmed ? `Now: ${email}` : `Do our e-mails reach you at ${email}?`}
    >
      {(mayChange || !isConfirmed) && (
        <ActionForm to={path} isKept className={kit.form}>
          <Address {...loaderData} />
        </ActionForm>
      )}
      {!mayChange && <SignInFirst path={path}>change it</SignInFirst>}
      {!isConfirmed && (
        <>
          <p className={kit.section}>
            <QuietLink to={later}>Later</QuietLink>
          </p>
          <Notice kind="quiet">
            If e-mails do not work yet, go on without.{' '}
            {isReminded && 'Today reminds you until it is done.'}
          </Notice>
        </>
      )}
    </Screen>
  );
}

/** First the address, then the code that has come to it. */
function Address({ email, isSent, mayChange, practises }: Route.ComponentProps['loaderData']) {
  const [sentTo] = useOnce();
  const { values: entered, problem } = useEntered('email');
  const { values: [code] = [] } = useEntered('code');
  const ofCode = code === undefined ? undefined : entered?.[0];
  const address = sentTo ?? ofCode ?? (isSent && !entered ? email : undefined);
  if (address === undefined) {
    return (
      <>
        {mayChange ? (
          <Field
            name="email"
            type="email"
            label="Your e-mail address"
            hint="We send a code there, so that a slip cannot lock you out."
            autoComplete="email"
            defaultValue={email}
            required
          />
        ) : (
          <input type="hidden" name="email" value={email} />
        )}
        <Submit name="task" value="send">
          Send me a code
        </Submit>
      </>
    );
  }
  return (
    <>
      <p role="status">
        We have sent a code to {address}.
        {address !== email && ' Until you type it, your old address stays.'}
      </p>
      <Problem text={problem} />
      <input type="hidden" name="email" value={address} />
      <CodeField />
      <Button type="submit">Confirm</Button>
      <Notice kind="quiet">
        {practises
          ? 'This shop only practises: its e-mails are in the “E-mail inbox” whose address its start has printed.'
          : 'Nothing after a minute? Look in the spam folder, then send a new one.'}
      </Notice>
      <Submit name="task" value="send" formNoValidate>
        Send a new code
      </Submit>
      {mayChange && (
        <p>
          <a href={`${href('/owner/you/address')}?another`}>Use another address</a>
        </p>
      )}
    </>
  );
}
