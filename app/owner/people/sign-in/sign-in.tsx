import { data, href, redirect } from 'react-router';
import { nextPath, withNext } from '#app/owner/frame/own-path.ts';
import { staffBrowserContext } from '#app/owner/person-context.ts';
import { readForm } from '#app/read-form.ts';
import { privatePageMeta } from '#app/seo/page-meta.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { requestCode, signInByRecoveryCode } from '#server/staff/sign-in.ts';
import type { Route } from './+types/sign-in';
import { keepSession } from './keep-session.ts';
import { PasskeyButton } from './passkey-button.tsx';
import styles from './sign-in-page.module.css';
import { SignInPage } from './sign-in-page.tsx';

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(matches[0].loaderData, {
    title: 'Sign in',
    description: 'For the people who work here.',
  });
}

export function loader({ request, context }: Route.LoaderArgs) {
  const { session } = context.get(staffBrowserContext);
  const next = nextPath(request);
  const isAgain = new URL(request.url).searchParams.has('again');
  if (session && !isAgain) throw redirect(next);
  return { next, name: session?.person.name };
}

export async function action({ request, context }: Route.ActionArgs) {
  const field = await readForm(request);
  const shop = context.get(shopContext);
  const browser = context.get(staffBrowserContext);
  const next = nextPath(request);
  if (field('with') === 'recovery-code') {
    const signedIn = await signInByRecoveryCode(shop, field('recovery-code'), browser.device);
    if (!signedIn) return invalid({ recoveryCode: 'This code is not valid, or has been used.' });
    await keepSession(context, signedIn);
    return redirect(href('/owner/you'));
  }
  const pending = await requestCode(shop, field('email'));
  if (!pending) return invalid({ email: 'Please fill in your e-mail address.' });
  browser.keepPending(pending);
  return redirect(withNext(href('/owner/sign-in/code'), next));
}

function invalid(problems: { email?: string; recoveryCode?: string }) {
  return data({ problems }, { status: 422 });
}

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  const { next, name } = loaderData;
  const problems = actionData?.problems;
  const path = withNext(href('/owner/sign-in'), next);
  return (
    <SignInPage
      title={name ? 'Is it you?' : 'Sign in'}
      introduction={
        name
          ? `You are signed in as ${name}. Please show once more that it is you.`
          : 'For the people who work here.'
      }
    >
      <PasskeyButton task="sign-in" next={next} />
      <form method="post" action={path}>
        <Field
          name="email"
          label="Your e-mail address"
          type="email"
          autoComplete="username"
          problem={problems?.email}
          required
        />
        <Button type="submit" variant="outline">
          Send me a code
        </Button>
      </form>
      <details className={styles.more} open={problems?.recoveryCode !== undefined}>
        <summary>Use a recovery code</summary>
        <form method="post" action={path}>
          <input type="hidden" name="with" value="recovery-code" />
          <Field
            name="recovery-code"
            label="Recovery code"
            hint="One of the eight that you have printed. Each works once."
            autoCapitalize="characters"
            spellCheck={false}
            problem={problems?.recoveryCode}
            required
          />
          <Button type="submit" variant="outline">
            Sign in
          </Button>
        </form>
      </details>
    </SignInPage>
  );
}
