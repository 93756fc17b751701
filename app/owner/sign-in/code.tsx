import { data, href, redirect } from 'react-router';
import { staffBrowserContext } from '#app/owner/person-context.ts';
import { privatePageMeta } from '#app/seo/page-meta.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import type { Route } from './+types/code';
import { Field, SignInPage } from './form.tsx';
import { ownPath } from './own-path.ts';

const WRONG =
  'That code is not valid here. It may be mistyped, used, or older than ten minutes, or you asked for it in another browser. After five tries ask for a new one.';

export function meta() {
  return privatePageMeta({ title: 'Your code', description: 'The code from the e-mail.' });
}

export function loader({ request }: Route.LoaderArgs) {
  return { next: ownPath(new URL(request.url).searchParams.get('next')) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const browser = context.get(staffBrowserContext);
  const next = ownPath(new URL(request.url).searchParams.get('next'));
  const typed = String(form.get('code') ?? '');
  const signedIn =
    browser.pendingToken === undefined
      ? undefined
      : await context.get(shopContext).signInByCode(browser.pendingToken, typed, browser.device);
  if (!signedIn) return data({ problem: WRONG }, { status: 422 });
  browser.keepPending(undefined);
  browser.keepSession(signedIn);
  return redirect(next);
}

export default function Code({ loaderData, actionData }: Route.ComponentProps) {
  const query = new URLSearchParams({ next: loaderData.next });
  return (
    <SignInPage
      title="Type your code"
      introduction="If somebody who works here has this address, an e-mail with a code is on its way to it."
    >
      <form method="post" action={`${href('/owner/sign-in/code')}?${query}`}>
        <Field
          name="code"
          label="Code"
          note="Eight characters, valid for ten minutes, in this browser only."
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          problem={actionData?.problem}
        />
        <Button type="submit">Sign in</Button>
      </form>
      <p>
        No e-mail after a minute? Look in the spam folder, then{' '}
        <a href={`${href('/owner/sign-in')}?${query}`}>ask for another or sign in another way</a>.
      </p>
    </SignInPage>
  );
}
