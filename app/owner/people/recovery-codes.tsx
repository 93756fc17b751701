import { href, Link } from 'react-router';
import * as z from 'zod';
import { Text } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { requireProof } from '#app/owner/frame/require-proof.ts';
import { personContext, staffBrowserContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import { ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { useOnce } from '#app/ui/kit/refusal-context.ts';
import { Screen } from '#app/ui/kit/screen.tsx';
import { WithScripts } from '#app/ui/text.tsx';
import { makeRecoveryCodes, readRecoveryCodes } from '#server/staff/sign-in.ts';
import type { Route } from './+types/recovery-codes';
import styles from './people.module.css';

export async function loader({ context }: Route.LoaderArgs) {
  return {
    ...(await readRecoveryCodes(context.get(shopContext), context.get(personContext).id)),
    mayMake: context.get(staffBrowserContext).session?.isProved === true,
  };
}

const Form = z.object({
  /** The codes that the new ones replace. */
  set: Text,
});

/** Makes new recovery codes. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, by, form: { set } }) => {
    const you = href('/owner/you');
    requireProof(args.context, you);
    const codes = await makeRecoveryCodes(shop, by, set);
    if (codes) return { once: codes };
    return {
      to: you,
      words:
        'Your new codes were shown once, and stay as they are. If you did not print them, make new ones.',
    };
  });
}

export default function RecoveryCodesScreen({ loaderData }: Route.ComponentProps) {
  return (
    <div className={styles.page}>
      <Screen title="Recovery codes" summary={<Link to={href('/owner/you')}>You</Link>}>
        <RecoveryCodes {...loaderData} />
      </Screen>
    </div>
  );
}

interface RecoveryCodesProps {
  left: number;
  /** Names those that were made together. */
  set: string;
  mayMake: boolean;
}

/** Codes that sign a person in when nothing else does. */
export function RecoveryCodes(props: RecoveryCodesProps) {
  return (
    <ActionForm to={href('/owner/you/recovery-codes')} className={kit.form}>
      <Codes {...props} />
    </ActionForm>
  );
}

/** The codes while they are new, or else a button that makes some. */
function Codes({ left, set, mayMake }: RecoveryCodesProps) {
  const codes = useOnce();
  if (codes.length > 0) {
    return (
      <>
        <p>{leftInWords(codes.length)}</p>
        <ol className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <p role="status">Print them now and keep them safe: they are not shown again.</p>
        <WithScripts>
          <button type="button" className={kit.action} onClick={() => window.print()}>
            Print
          </button>
        </WithScripts>
      </>
    );
  }
  return (
    <>
      <p>{leftInWords(left)}</p>
      <input type="hidden" name="set" value={set} />
      {mayMake && <Submit>Make new recovery codes</Submit>}
    </>
  );
}

function leftInWords(count: number): string {
  const purpose = 'A recovery code signs you in when neither passkey nor e-mail works.';
  if (count === 0) return `${purpose} You have none.`;
  return `${purpose} You have ${count === 1 ? 'one' : count} left.`;
}
