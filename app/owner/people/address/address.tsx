import { data, href, redirect } from 'react-router';
import * as z from 'zod';
import { Text } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { hasProof, requireProof } from '#app/owner/frame/require-proof.ts';
import { SignInFirst } from '#app/owner/frame/sign-in-first.tsx';
import { personContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { ActionForm } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Notice, Screen } from '#app/ui/kit/screen.tsx';
import type { StaffMember } from '#domain/staff/person.ts';
import { changeAddress } from '#server/staff/email-address.ts';
import { listPeople } from '#server/staff/people.ts';
import type { Route } from './+types/address';

export const ADDRESS_TAKEN = 'Somebody has this address already.';

export async function loader({ context, params }: Route.LoaderArgs) {
  const { id, name, email } = memberIn(await listPeople(context.get(shopContext)), params.person);
  // One's own is confirmed by a code.
  if (id === context.get(personContext).id) throw redirect(href('/owner/you/address'));
  const isProved = hasProof(context);
  return { id, name, email, isProved };
}

const Form = z.object({
  /** The address that the form shows. */
  from: Text,
  email: Text,
});

export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, by, form: { from, email: typed } }) => {
    const { id, name } = memberIn(await listPeople(shop), args.params.person);
    requireProof(args.context, href('/owner/people/:person/address', { person: id }));
    const result = await changeAddress(shop, { id, from, typed, by });
    if (result.ok) {
      return { to: href('/owner/people'), words: `${name} signs in with ${result.email} now.` };
    }
    switch (result.reason) {
      case 'invalid':
        return { problems: { email: result.problem } };
      case 'taken':
        return { problems: { email: ADDRESS_TAKEN } };
      case 'self':
        return { to: href('/owner/you/address') };
      case 'stale':
        return {
          problems: { email: 'It was changed on another device. Please open this page again.' },
        };
    }
  });
}

/** @throws a 404 page for who is not known or may not sign in. */
function memberIn(people: StaffMember[], id: string): StaffMember {
  const person = people.find((each) => each.id === id);
  if (!person || person.disabledAt) throw data(null, { status: 404 });
  return person;
}

/** The address of somebody else. */
export default function Address({ loaderData }: Route.ComponentProps) {
  const { id, name, email, isProved } = loaderData;
  const path = href('/owner/people/:person/address', { person: id });
  return (
    <Screen
      title={`${name}’s address`}
      above={{ path: href('/owner/people'), title: 'People' }}
      summary={`Now: ${email}`}
    >
      {isProved ? (
        <ActionForm to={path} className={kit.form}>
          <input type="hidden" name="from" value={email} />
          <Field name="email" type="email" label="New e-mail address" required />
          <Button type="submit">Change it</Button>
          <Notice kind="quiet">
            Codes to sign in go to the new address. {name} stays signed in, and both addresses get
            an e-mail about it.
          </Notice>
        </ActionForm>
      ) : (
        <SignInFirst path={path}>change it</SignInFirst>
      )}
    </Screen>
  );
}
