import { data, href, redirect } from 'react-router';
import { nextPath, withNext } from '#app/owner/frame/own-path.ts';
import { staffBrowserContext } from '#app/owner/person-context.ts';
import { readForm } from '#app/read-form.ts';
import { privatePageMeta } from '#app/seo/page-meta.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { signInByCode } from '#server/staff/sign-in.ts';
import type { Route } from './+types/code';
import { keepSession } from './keep-session.ts';
import { SignInPage } from './sign-in-page.tsx';

const WRONG =
  'That code is not valid here. It may be mistyped, used, or older than ten minutes, or you asked for it in another browser. After five tries ask for a new one.';

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(matches[0].loaderData, {
    title: 'Your code',
    description: 'The code from the e-mail.',
  });
}

export function loader({ request }: Route.LoaderArgs) {
  return { next: nextPath(request) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const field = await readForm(request);
  const browser = context.get(staffBrowserContext);
  const signedIn =
    browser.pendingToken === undefined
      ? undefined
      : await signInByCode(
          context.get(shopContext),
          browser.pendingToken,
          field('code'),
          browser.device,
        );
  if (!signedIn) return data({ problem: WRONG }, { status: 422 });
  await keepSession(context, signedIn);
  return redirect(nextPath(request));
}

export default function Code({ loaderData, actionData }: Route.ComponentProps) {
  const { next } = loaderData;
  return (
    <SignInPage
      title="Type your code"
      introduction="If one of us has this address, an e-mail with a code is on its way to it."
    >
      <form method="post" action={withNext(href('/owner/sign-in/code'), next)}>
        <Field
          name="code"
          label="Code"
          hint="Eight characters, valid for ten minutes, in this browser only."
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          problem={actionData?.problem}
          required
        />
        <Button type="submit">Sign in</Button>
      </form>
      <p>
        No e-mail after a minute? Look in the spam folder, then{' '}
        <a href={withNext(href('/owner/sign-in'), next)}>ask for another or sign in another way</a>.
      </p>
    </SignInPage>
  );
}
