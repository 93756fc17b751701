import { useEffect, useState } from 'react';
import { href, useLocation } from 'react-router';
import * as z from 'zod';
import { Text } from '#app/owner/frame/form-fields.ts';
import { formAction } from '#app/owner/frame/owner-action.ts';
import { keepSession } from '#app/owner/people/sign-in/keep-session.ts';
import { staffBrowserContext } from '#app/owner/person-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { ActionForm } from '#app/ui/kit/form.tsx';
import { useEntered } from '#app/ui/kit/refusal-context.ts';
import { Screen } from '#app/ui/kit/screen.tsx';
import { requestCode, setUpOwner, signInByLink } from '#server/staff/sign-in.ts';
import type { Route } from './+types/welcome';

const INVALID_LINK =
  'This link is not valid. It works once and for 24 hours, and a newer one replaces it.';

/** The link of an invited person has `?person`; without it, it sets up the first owner. */
export function loader({ request }: Route.LoaderArgs) {
  return { isInvited: isForInvited(request) };
}

const Form = z.object({ token: Text, name: Text, email: Text });

/** Signs in by a link, once. */
export function action(args: Route.ActionArgs) {
  return formAction(args, Form, async ({ shop, form }) => {
    const { device } = args.context.get(staffBrowserContext);
    const to = href('/owner/you/address');
    if (isForInvited(args.request)) {
      const session = await signInByLink(shop, form.token, device);
      if (!session) return { problems: { token: INVALID_LINK } };
      await keepSession(args.context, session);
      return { to };
    }
    const result = await setUpOwner(shop, form, device);
    if (!result.ok) {
      return { problems: result.reason === 'link' ? { token: INVALID_LINK } : result.problems };
    }
    await keepSession(args.context, result.session);
    args.context.get(staffBrowserContext).keepPending(await requestCode(shop, form.email));
    return { to };
  });
}

function isForInvited(request: Request): boolean {
  return new URL(request.url).searchParams.has('person');
}

export default function Welcome({ loaderData: { isInvited } }: Route.ComponentProps) {
  const { search } = useLocation();
  return (
    <Screen title="Welcome">
      <p>
        {isInvited
          ? 'Your link signs you in, once.'
          : 'Who owns this shop? We send you a code, to see that e-mails reach you.'}
      </p>
      <ActionForm to={href('/owner/welcome') + search}>
        <Token />
        {!isInvited && (
          <>
            <Field name="name" label="Your name" autoComplete="name" required />
            <Field
              name="email"
              type="email"
              label="Your e-mail address"
              autoComplete="email"
              required
            />
          </>
        )}
        <Button type="submit">{isInvited ? 'Sign in' : 'Set up'}</Button>
      </ActionForm>
    </Screen>
  );
}

/** A field only if the address has no token, or one that is not valid. */
function Token() {
  const fromLink = useTokenOfLink();
  const { problem } = useEntered('token');
  if (fromLink !== undefined && !problem)
    return <input type="hidden" name="token" value={fromLink} />;
  return (
    <Field
      name="token"
      label="From your link"
      hint="What comes after the #."
      spellCheck={false}
      required
    />
  );
}

/** Takes the token from the URL's fragment, and removes it from the history. */
function useTokenOfLink(): string | undefined {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    const fragment = location.hash.slice(1);
    if (fragment === '') return;
    setToken(fragment);
    history.replaceState(history.state, '', location.pathname + location.search);
  }, []);
  return token;
}
