import { useEffect, useState } from 'react';
import { data, href, redirect } from 'react-router';
import { keepSession } from '#app/owner/people/sign-in/keep-session.ts';
import { SignInPage } from '#app/owner/people/sign-in/sign-in-page.tsx';
import { staffBrowserContext } from '#app/owner/person-context.ts';
import { readForm } from '#app/read-form.ts';
import { privatePageMeta } from '#app/seo/page-meta.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { setUpOwner, signInByLink } from '#server/staff/sign-in.ts';
import type { Route } from './+types/welcome';

const INVALID_LINK =
  'This link is not valid. It works once and for 24 hours, and a newer one replaces it.';

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(matches[0].loaderData, {
    title: 'Welcome',
    description: 'The first steps of the owner.',
  });
}

/** The link of an invited person has `?person`; without it, it sets up the first owner. */
export function loader({ request }: Route.LoaderArgs) {
  return { isInvited: new URL(request.url).searchParams.has('person') };
}

export async function action({ request, context }: Route.ActionArgs) {
  const field = await readForm(request);
  const token = field('token');
  const shop = context.get(shopContext);
  const { device } = context.get(staffBrowserContext);
  if (new URL(request.url).searchParams.has('person')) {
    const session = await signInByLink(shop, token, device);
    if (!session) return invalid({ token: INVALID_LINK }, { token });
    await keepSession(context, session);
    return redirect(`${href('/owner/you')}?welcome`);
  }
  const typed = { token, name: field('name'), email: field('email') };
  const result = await setUpOwner(shop, typed, device);
  if (!result.ok) {
    const problems = result.reason === 'link' ? { token: INVALID_LINK } : result.problems;
    return invalid(problems, typed);
  }
  await keepSession(context, result.session);
  return redirect(`${href('/owner/you')}?welcome`);
}

type Fields = Partial<Record<'token' | 'name' | 'email', string>>;

function invalid(problems: Fields, typed: Fields) {
  return data({ problems, typed }, { status: 422 });
}

export default function Welcome({ loaderData, actionData }: Route.ComponentProps) {
  const fromLink = useTokenOfLink();
  const { problems, typed } = actionData ?? {};
  const { isInvited } = loaderData;
  return (
    <SignInPage
      title="Welcome"
      introduction={isInvited ? 'Your link signs you in, once.' : 'Who is the owner of this shop?'}
    >
      <form method="post">
        {fromLink === undefined ? (
          <Field
            name="token"
            label="From your link"
            hint="What comes after the #."
            spellCheck={false}
            defaultValue={typed?.token}
            problem={problems?.token}
            required
          />
        ) : (
          <input type="hidden" name="token" value={fromLink} />
        )}
        {!isInvited && (
          <>
            <Field
              name="name"
              label="Your name"
              autoComplete="name"
              defaultValue={typed?.name}
              problem={problems?.name}
              required
            />
            <Field
              name="email"
              type="email"
              label="Your e-mail address"
              autoComplete="email"
              defaultValue={typed?.email}
              problem={problems?.email}
              required
            />
          </>
        )}
        <Button type="submit">{isInvited ? 'Sign in' : 'Set up'}</Button>
      </form>
    </SignInPage>
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
