import { href, Link } from 'react-router';
import * as z from 'zod';
import { Text } from '#app/owner/frame/form-fields.ts';
import { formAction } from '#app/owner/frame/owner-action.ts';
import { staffBrowserContext } from '#app/owner/person-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { ActionForm } from '#app/ui/kit/form.tsx';
import { Screen } from '#app/ui/kit/screen.tsx';
import { signInByRecoveryCode } from '#server/staff/sign-in.ts';
import type { Route } from './+types/recovery-code';
import { keepSession } from './keep-session.ts';

/** Signs in by a recovery code. */
export function action(args: Route.ActionArgs) {
  return formAction(args, z.object({ code: Text }), async ({ shop, form: { code } }) => {
    const { device } = args.context.get(staffBrowserContext);
    const signedIn = await signInByRecoveryCode(shop, code, device);
    if (!signedIn)
      return {
        problems: { code: 'This code does not work: it is mistyped, or you have used it.' },
      };
    await keepSession(args.context, signedIn);
    return { to: href('/owner/you') };
  });
}

export default function RecoveryCode() {
  return (
    <Screen title="Use a recovery code">
      <ActionForm to={href('/owner/sign-in/recovery-code')}>
        <Field
          name="code"
          label="Recovery code"
          hint="One of the eight that you kept. Each works once."
          autoCapitalize="characters"
          spellCheck={false}
          required
        />
        <Button type="submit">Sign in</Button>
      </ActionForm>
      <p>
        <Link to={href('/owner/sign-in')}>Sign in another way</Link>
      </p>
    </Screen>
  );
}
