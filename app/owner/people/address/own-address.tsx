import { href } from 'react-router';
import * as z from 'zod';
import { Text } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { hasProof, requireProof } from '#app/owner/frame/require-proof.ts';
import { SignInFirst } from '#app/owner/frame/sign-in-first.tsx';
import { CodeField } from '#app/owner/people/code-field.tsx';
import { personContext, staffBrowserContext } from '#app/owner/person-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { ActionForm } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { useEntered, useOnce } from '#app/ui/kit/refusal-context.ts';
import { Screen } from '#app/ui/kit/screen.tsx';
import { confirmNewAddress, requestNewAddress } from '#server/staff/email-address.ts';
import type { Route } from './+types/own-address';
import { ADDRESS_TAKEN } from './address.tsx';

const WRONG_CODE =
  'That is not the code we sent to this address. It may be mistyped, or older than ten minutes.';
const TOO_OFTEN = 'We have sent five codes within an hour. Please wait a while.';

export function loader({ context }: Route.LoaderArgs) {
  return {
    email: context.get(personContext).email,
    isProved: hasProof(context),
  };
}

const Form = z.object({ email: Text, code: Text });

/** Sends a code to the new address, or changes the address by it. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, person, form: { email, code } }) => {
    requireProof(args.context, href('/owner/you/address'));
    const browser = args.context.get(staffBrowserContext);
    if (code === '') {
      const asked = await requestNewAddress(shop, person, email);
      if (asked.ok) {
        browser.keepPending(asked.pending);
        return { once: [asked.email] };
      }
      if (asked.reason === 'invalid') return { problems: { email: asked.problem } };
      return { problems: { email: asked.reason === 'taken' ? ADDRESS_TAKEN : TOO_OFTEN } };
    }
    const { pendingToken: token = '' } = browser;
    const result = await confirmNewAddress(shop, person, { token, email, code });
    if (!result.ok) {
      return { problems: { code: result.reason === 'code' ? WRONG_CODE : ADDRESS_TAKEN } };
    }
    browser.keepPending(undefined);
    return { to: href('/owner/you'), words: `Your address is ${email} now.` };
  });
}

/** The person's own address, which a code to the new one confirms. */
export default function OwnAddress({ loaderData: { email, isProved } }: Route.ComponentProps) {
  const path = href('/owner/you/address');
  return (
    <Screen
      title="Your address"
      above={{ path: href('/owner/you'), title: 'You' }}
      summary={`Now: ${email}`}
    >
      {isProved ? (
        <ActionForm to={path} className={kit.form}>
          <NewAddress />
        </ActionForm>
      ) : (
        <SignInFirst path={path}>change it</SignInFirst>
      )}
    </Screen>
  );
}

/** First the address, then the code that has come to it. */
function NewAddress() {
  const [sentTo] = useOnce();
  const { values: entered } = useEntered('email');
  const { values: [code] = [] } = useEntered('code');
  const email = sentTo ?? (code ? entered?.[0] : undefined);
  if (email === undefined) {
    return (
      <>
        <Field
          name="email"
          type="email"
          label="New e-mail address"
          hint="We send a code there, so that a slip cannot lock you out."
          autoComplete="email"
          required
        />
        <input type="hidden" name="code" value="" />
        <Button type="submit">Send the code</Button>
      </>
    );
  }
  return (
    <>
      <p role="status">
        A code is on its way to <strong>{email}</strong>. Until you type it, your old address stays.
      </p>
      <input type="hidden" name="email" value={email} />
      <CodeField />
      <Button type="submit">Change my address</Button>
      <p>
        <a href={href('/owner/you/address')}>Use another address</a>
      </p>
    </>
  );
}
