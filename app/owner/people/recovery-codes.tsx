import { href } from 'react-router';
import * as z from 'zod';
import { Text } from '#app/owner/frame/form-fields.ts';
import { CopyButton } from '#app/owner/frame/link-to-copy.tsx';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { hasProof, requireProof } from '#app/owner/frame/require-proof.ts';
import { SignInFirst } from '#app/owner/frame/sign-in-first.tsx';
import { personContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import { useCafe } from '#app/ui/cafe.ts';
import { Check, Problem } from '#app/ui/kit/field.tsx';
import { ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { useEntered, useOnce } from '#app/ui/kit/refusal-context.ts';
import { Screen } from '#app/ui/kit/screen.tsx';
import { WithScripts } from '#app/ui/text.tsx';
import { keepRecoveryCodes, makeRecoveryCodes, readRecoveryCodes } from '#server/staff/sign-in.ts';
import type { Route } from './+types/recovery-codes';
import styles from './people.module.css';

export async function loader({ context }: Route.LoaderArgs) {
  return {
    ...(await readRecoveryCodes(context.get(shopContext), context.get(personContext).id)),
    mayMake: hasProof(context),
  };
}

const Form = z.object({
  /** The codes that the person has seen, and that new ones replace. */
  set: Text,
  task: Text,
  kept: Text,
});

/** Makes new recovery codes, or notes that the person has kept them. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, by, form: { set, task, kept } }) => {
    const you = href('/owner/you');
    if (task === 'keep') {
      if (kept === '') return { problems: { kept: UNTICKED } };
      const isKept = await keepRecoveryCodes(shop, by, set);
      return { words: isKept ? 'Your recovery codes are kept.' : REPLACED };
    }
    requireProof(args.context, you);
    const codes = await makeRecoveryCodes(shop, by, set);
    if (codes) return { once: codes };
    return {
      to: you,
      words:
        'Your new codes were shown once, and still work. If you did not keep them, make new ones.',
    };
  });
}

const UNTICKED = 'They are not shown again. If you have not kept them, make new ones.';
const REPLACED = 'You have made other codes since. Keep those.';

export default function RecoveryCodesScreen({ loaderData }: Route.ComponentProps) {
  return (
    <div className={styles.page}>
      <Screen title="Recovery codes" above={{ path: href('/owner'), title: 'Today' }}>
        <RecoveryCodes {...loaderData} next={href('/owner')} />
        {!loaderData.mayMake && (
          <SignInFirst path={href('/owner/you/recovery-codes')}>make new ones</SignInFirst>
        )}
      </Screen>
    </div>
  );
}

interface RecoveryCodesProps {
  left: number;
  /** Names those that were made together. */
  set: string;
  isKept: boolean;
  mayMake: boolean;
  /** The screen that follows when they are kept; default: this one. */
  next?: string;
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
function Codes({ left, set, isKept, mayMake, next }: RecoveryCodesProps) {
  const codes = useOnce();
  const { name } = useCafe();
  const { problem } = useEntered('kept');
  const sent = (
    <>
      <input type="hidden" name="set" value={set} />
      {next && <input type="hidden" name="back" value={next} />}
    </>
  );
  if (codes.length > 0) {
    return (
      <>
        <p>{leftInWords(codes.length)}</p>
        <ol className={`${kit.card} tiles ${kit.number} ${styles.codes}`}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ol>
        <p role="status">
          They are shown this once. Keep them where you find them without this device: on paper, or
          in a safe file.
        </p>
        <div className={kit.actions}>
          <CopyButton text={codes.join('\n')} otherwise="Please copy them from above" />
          <a
            className={kit.action}
            href={`data:text/plain;charset=utf-8,${encodeURIComponent(asFile(name, codes))}`}
            download="recovery-codes.txt"
          >
            Save as a file
          </a>
          <WithScripts>
            <button type="button" className={kit.action} onClick={() => window.print()}>
              Print
            </button>
          </WithScripts>
        </div>
        {sent}
        <input type="hidden" name="task" value="keep" />
        <Check name="kept" required>
          I have kept them
        </Check>
        <Submit>Go on</Submit>
      </>
    );
  }
  return (
    <>
      <p>{leftInWords(left)}</p>
      {sent}
      <Problem text={problem} />
      {left > 0 && !isKept && (
        <>
          <p>You have not said yet that you kept them.</p>
          <Submit name="task" value="keep">
            I have kept them
          </Submit>
          <input type="hidden" name="kept" value="yes" />
        </>
      )}
      {mayMake && (
        <Submit name="task" value="make">
          {left === 0 ? 'Make recovery codes' : 'Make new recovery codes'}
        </Submit>
      )}
    </>
  );
}

/** What the saved file says. */
function asFile(cafe: string, codes: string[]): string {
  return [`Recovery codes for ${cafe}. Each signs you in once.`, '', ...codes, ''].join('\n');
}

function leftInWords(count: number): string {
  const purpose = 'A recovery code signs you in when neither passkey nor e-mail works.';
  if (count === 0) return `${purpose} You have none.`;
  return `${purpose} You have ${count === 1 ? 'one' : count} left.`;
}
