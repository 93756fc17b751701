import { href } from 'react-router';
import * as z from 'zod';
import { Text } from '#app/owner/frame/form-fields.ts';
import { nextPath, withNext } from '#app/owner/frame/own-path.ts';
import { formAction } from '#app/owner/frame/owner-action.ts';
import { CodeField } from '#app/owner/people/code-field.tsx';
import { staffBrowserContext } from '#app/owner/person-context.ts';
import { Button } from '#app/ui/button.tsx';
import { ActionForm } from '#app/ui/kit/form.tsx';
import { Screen } from '#app/ui/kit/screen.tsx';
import { signInByCode } from '#server/staff/sign-in.ts';
import type { Route } from './+types/code';
import { keepSession } from './keep-session.ts';

const WRONG =
  'That code does not work. It may be mistyped, used, or older than ten minutes, or you asked for it in another browser. After five tries ask for a new one.';

export function loader({ request }: Route.LoaderArgs) {
  return { next: nextPath(request) };
}

/** Signs in by a code from an e-mail. */
export function action(args: Route.ActionArgs) {
  return formAction(args, z.object({ code: Text }), async ({ shop, form: { code } }) => {
    const { pendingToken, device } = args.context.get(staffBrowserContext);
    const signedIn =
      pendingToken === undefined ? undefined : await signInByCode(shop, pendingToken, code, device);
    if (!signedIn) return { problems: { code: WRONG } };
    await keepSession(args.context, signedIn);
    return { to: nextPath(args.request) };
  });
}

export default function Code({ loaderData: { next } }: Route.ComponentProps) {
  return (
    <Screen title="Your code" heading="Type your code">
      <p>If this address belongs to somebody who works here, a code is on its way to it.</p>
      <ActionForm to={withNext(href('/owner/sign-in/code'), next)}>
        <CodeField />
        <Button type="submit">Sign in</Button>
      </ActionForm>
      <p>
        No e-mail after a minute? Look in the spam folder, then{' '}
        <a href={withNext(href('/owner/sign-in'), next)}>ask for another or sign in another way</a>.
      </p>
    </Screen>
  );
}
