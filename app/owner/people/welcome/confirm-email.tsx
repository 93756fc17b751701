import { href, redirect } from 'react-router';
import * as z from 'zod';
import { Text } from '#app/owner/frame/form-fields.ts';
import { ownerAction, refused } from '#app/owner/frame/owner-action.ts';
import { CodeField } from '#app/owner/people/code-field.tsx';
import { personContext, staffBrowserContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { QuietLink } from '#app/ui/kit/links.tsx';
import { Notice, Screen } from '#app/ui/kit/screen.tsx';
import { may } from '#domain/staff/rights.ts';
import { confirmEmail, readFirstSteps, requestConfirmation } from '#server/staff/sign-in.ts';
import type { Route } from './+types/confirm-email';

export async function loader({ context }: Route.LoaderArgs) {
  const { id, email, role } = context.get(personContext);
  const shop = context.get(shopContext);
  const steps = await readFirstSteps(shop, id);
  if (steps.isEmailConfirmed) throw redirect(nextStep(steps));
  const isSent = context.get(staffBrowserContext).pendingToken !== undefined;
  return {
    email,
    isSent,
    later: nextStep(steps),
    practises: shop.stage.emails === 'practice',
    // Others have no list of what comes next.
    isReminded: may(role, 'run-cafe'),
  };
}

const Form = z.object({ code: Text, task: Text });

/** Sends a code to the person's address, or reads the one that has arrived. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, person, form: { code, task } }) => {
    const browser = args.context.get(staffBrowserContext);
    if (task === 'send') {
      const pending = await requestConfirmation(shop, person);
      if (!pending) return refused(TOO_OFTEN);
      browser.keepPending(pending);
      return { to: href('/owner/you/email'), words: `A code is on its way to ${person.email}.` };
    }
    const { pendingToken = '' } = browser;
    if (!(await confirmEmail(shop, pendingToken, code, person.id)))
      return { problems: { code: WRONG } };
    browser.keepPending(undefined);
    const to = nextStep(await readFirstSteps(shop, person.id));
    return { to, words: `Confirmed: e-mails reach you at ${person.email}.` };
  });
}

const WRONG =
  'That is not the newest code, or it is older than ten minutes. Send a new one if you are not sure.';

const TOO_OFTEN =
  'We have sent you five codes within an hour. Wait a while, or go on and do it later.';

function nextStep({ hasKeptCodes }: { hasKeptCodes: boolean }): string {
  return hasKeptCodes ? href('/owner') : href('/owner/you/recovery-codes');
}

/** That codes to sign in reach the person. */
export default function ConfirmEmail({
  loaderData: { email, isSent, later, practises, isReminded },
}: Route.ComponentProps) {
  const to = href('/owner/you/email');
  return (
    <Screen
      title="Your e-mail address"
      summary={
        isSent ? `We have sent a code to ${email}.` : `Do our e-mails reach you at ${email}?`
      }
    >
      {isSent && (
        <ActionForm to={to} isKept className={kit.form}>
          <CodeField />
          <Button type="submit">Confirm</Button>
        </ActionForm>
      )}
      <ActionForm to={to} className={kit.form}>
        <input type="hidden" name="task" value="send" />
        <Notice kind="quiet">
          {isSent
            ? practises
              ? 'This shop only practises: its e-mails are in the “E-mail inbox” whose address its start has printed.'
              : 'Nothing after a minute? Look in the spam folder, then send a new one.'
            : 'With a code you sign in on a new phone, and when you have lost your passkey.'}
        </Notice>
        <Submit>{isSent ? 'Send a new code' : 'Send me a code'}</Submit>
      </ActionForm>
      <p className={kit.section}>
        <QuietLink to={href('/owner/you/address')}>The address is wrong</QuietLink>
      </p>
      <p>
        <QuietLink to={later}>Later</QuietLink>
      </p>
      <Notice kind="quiet">
        If e-mails do not work yet, go on without.{' '}
        {isReminded && 'Today reminds you until it is done.'}
      </Notice>
    </Screen>
  );
}
