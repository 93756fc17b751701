import { data, href, redirect } from 'react-router';
import { staffBrowserContext } from '#app/owner/person-context.ts';
import { privatePageMeta } from '#app/seo/page-meta.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import type { Route } from './+types/sign-in';
import { Field, SignInPage } from './form.tsx';
import { ownPath } from './own-path.ts';

export function meta() {
  return privatePageMeta({ title: 'Sign in', description: 'For the people who work here.' });
}

export function loader({ request }: Route.LoaderArgs) {
  return { next: ownPath(new URL(request.url).searchParams.get('next')) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const shop = context.get(shopContext);
  const next = ownPath(new URL(request.url).searchParams.get('next'));
  const pending = await shop.askForCode(String(form.get('email') ?? ''));
  if (!pending) {
    return data({ problem: 'Please fill in your e-mail address.' }, { status: 422 });
  }
  context.get(staffBrowserContext).keepPending(pending);
  return redirect(`${href('/owner/sign-in/code')}?${new URLSearchParams({ next })}`);
}

export default function SignIn({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SignInPage title="Sign in" introduction="For the people who work here.">
      <form method="post" action={pathWithNext(href('/owner/sign-in'), loaderData.next)}>
        <Field
          name="email"
          label="E-mail address"
          type="email"
          autoComplete="username webauthn"
          problem={actionData?.problem}
        />
        <Button type="submit">Send me a code</Button>
      </form>
    </SignInPage>
  );
}

function pathWithNext(path: string, next: string): string {
  return `${path}?${new URLSearchParams({ next })}`;
}
