import { useEffect, useState } from 'react';
import { data, redirect } from 'react-router';
import { staffBrowserContext } from '#app/owner/person-context.ts';
import { Field, SignInPage } from '#app/owner/sign-in/form.tsx';
import { ownPath } from '#app/owner/sign-in/own-path.ts';
import { privatePageMeta } from '#app/seo/page-meta.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import type { Route } from './+types/welcome';

const INVALID_LINK =
  'This link is not valid. It works once and for 24 hours, and a newer one replaces it.';

export function meta() {
  return privatePageMeta({ title: 'Welcome', description: 'The first steps of the owner.' });
}

/** The link of somebody who was invited has `?person`; without it, it sets up the first owner. */
export function loader({ request }: Route.LoaderArgs) {
  return { isInvited: new URL(request.url).searchParams.has('person') };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const [token = '', name = '', email = ''] = ['token', 'name', 'email'].map((field) =>
    String(form.get(field) ?? ''),
  );
  const shop = context.get(shopContext);
  const { device, keepSession } = context.get(staffBrowserContext);
  if (new URL(request.url).searchParams.has('person')) {
    const session = await shop.signInByLink(token, device);
    if (!session) return invalid({ token: INVALID_LINK }, { token });
    keepSession(session);
    return redirect(ownPath(null));
  }
  const result = await shop.setUpOwner({ token, name, email }, device);
  if (!result.ok) {
    const problems = result.reason === 'link' ? { token: INVALID_LINK } : result.problems;
    return invalid(problems, { token, name, email });
  }
  keepSession(result.session);
  return redirect(ownPath(null));
}

type Fields = Partial<Record<'token' | 'name' | 'email', string>>;

function invalid(problems: Fields, typed: Fields) {
  return data({ problems, typed }, { status: 422 });
}

export default function Welcome({ loaderData, actionData }: Route.ComponentProps) {
  const token = useTokenOfLink(actionData?.typed.token ?? '');
  const { problems, typed } = actionData ?? {};
  const { isInvited } = loaderData;
  return (
    <SignInPage
      title="Welcome"
      introduction={isInvited ? 'Your link signs you in, once.' : 'Who is the owner of this shop?'}
    >
      <form method="post">
        <Field
          name="token"
          label="From the link"
          note="What stands after the # in your link."
          autoComplete="off"
          spellCheck={false}
          defaultValue={token}
          key={token}
          problem={problems?.token}
        />
        {!isInvited && (
          <>
            <Field
              name="name"
              label="Your name"
              autoComplete="name"
              defaultValue={typed?.name}
              problem={problems?.name}
            />
            <Field
              name="email"
              type="email"
              label="Your e-mail address"
              autoComplete="email"
              defaultValue={typed?.email}
              problem={problems?.email}
            />
          </>
        )}
        <Button type="submit">{isInvited ? 'Sign in' : 'Set up'}</Button>
      </form>
    </SignInPage>
  );
}

/** Takes the token from the URL's fragment, and removes it from the history. */
function useTokenOfLink(typed: string): string {
  const [token, setToken] = useState(typed);
  useEffect(() => {
    const fragment = location.hash.slice(1);
    if (fragment === '') return;
    setToken(fragment);
    history.replaceState(history.state, '', location.pathname + location.search);
  }, []);
  return token;
}
