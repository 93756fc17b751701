import { href, Link, redirect } from 'react-router';
import * as z from 'zod';
import { Text } from '#app/owner/frame/form-fields.ts';
import { nextPath, withNext } from '#app/owner/frame/own-path.ts';
import { formAction } from '#app/owner/frame/owner-action.ts';
import { staffBrowserContext } from '#app/owner/person-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { ActionForm } from '#app/ui/kit/form.tsx';
import { Screen } from '#app/ui/kit/screen.tsx';
import { requestCode } from '#server/staff/sign-in.ts';
import type { Route } from './+types/sign-in';
import { PasskeyButton } from './passkey-button.tsx';

export function loader({ request, context }: Route.LoaderArgs) {
  const { session } = context.get(staffBrowserContext);
  const next = nextPath(request);
  const isAgain = new URL(request.url).searchParams.has('again');
  if (session && !isAgain) throw redirect(next);
  return { next, name: session?.person.name };
}

/** Sends a code by e-mail. */
export function action(args: Route.ActionArgs) {
  return formAction(args, z.object({ email: Text }), async ({ shop, form: { email } }) => {
    const pending = await requestCode(shop, email);
    if (!pending) return { problems: { email: 'Please fill in your e-mail address.' } };
    args.context.get(staffBrowserContext).keepPending(pending);
    return { to: withNext(href('/owner/sign-in/code'), nextPath(args.request)) };
  });
}

export default function SignIn({ loaderData }: Route.ComponentProps) {
  const { next, name } = loaderData;
  return (
    <Screen title="Sign in" heading={name ? 'Sign in again' : 'Sign in'}>
      <p>
        {name
          ? `You are ${name}. For this we ask you to sign in again, to be sure that it is you.`
          : 'For the people who work here.'}
      </p>
      <PasskeyButton task="sign-in" next={next} />
      <ActionForm to={withNext(href('/owner/sign-in'), next)}>
        <Field
          name="email"
          label="Your e-mail address"
          type="email"
          autoComplete="username"
          required
        />
        <Button type="submit" variant="outline">
          Send me a code
        </Button>
      </ActionForm>
      <p>
        <Link to={href('/owner/sign-in/recovery-code')}>Use a recovery code</Link>
      </p>
    </Screen>
  );
}
