import { href } from 'react-router';
import * as z from 'zod';
import { Text } from '#app/owner/frame/form-fields.ts';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { signInAgain } from '#app/owner/frame/own-path.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { hasProof } from '#app/owner/frame/require-proof.ts';
import { SignInFirst } from '#app/owner/frame/sign-in-first.tsx';
import { staffBrowserContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Choices, Field } from '#app/ui/kit/field.tsx';
import { Action, ActionForm } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { QuietLink } from '#app/ui/kit/links.tsx';
import { useEntered } from '#app/ui/kit/refusal-context.ts';
import { Screen, Section } from '#app/ui/kit/screen.tsx';
import type { Role, StaffMember } from '#domain/staff/person.ts';
import { ROLE_NAMES, ROLES } from '#domain/staff/rights.ts';
import { invitePerson, listPeople } from '#server/staff/people.ts';
import { listDevices } from '#server/staff/sessions.ts';
import type { Route } from './+types/people';
import { ADDRESS_TAKEN } from './address/address.tsx';
import { DeviceList } from './devices/device-list.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { session } = context.get(staffBrowserContext);
  const [people, devices] = await Promise.all([listPeople(shop), listDevices(shop)]);
  return {
    people,
    devices,
    self: session?.person.id,
    session: session?.id,
    isProved: hasProof(context),
  };
}

const Form = z.object({ name: Text, email: Text, role: Text });

/** Invites a person. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, form }) => {
    const isProved = hasProof(args.context);
    // No redirect: what was typed stays.
    if (!isProved) return { problems: { proof: 'To invite somebody,' } };
    const result = await invitePerson(shop, form);
    if (result.ok) {
      const words = `Invited. An e-mail is on its way to ${result.person.email}.`;
      return { to: href('/owner/people'), words };
    }
    return { problems: result.reason === 'taken' ? { email: ADDRESS_TAKEN } : result.problems };
  });
}

export default function People({ loaderData, actionData }: Route.ComponentProps) {
  const { people, devices, self, session, isProved } = loaderData;
  return (
    <Screen title="People" summary="Who may sign in, and on which devices they are.">
      {!isProved && !actionData && (
        <SignInFirst path={href('/owner/people')}>
          invite somebody or change what they may do
        </SignInFirst>
      )}
      <ul className={`stack ${kit.section}`}>
        {people.map((person) => (
          <li key={person.id} className={kit.card}>
            <div className={kit.actionRow}>
              <p>
                <strong>{person.name}</strong>
                {person.id === self && ' (you)'}
                <br />
                <span className={kit.quiet}>{person.email}</span>
              </p>
              <p className={kit.quiet}>{stateOf(person)}</p>
            </div>
            <DeviceList
              devices={devices.filter(({ personId }) => personId === person.id)}
              current={session}
            />
            {isProved && person.id !== self && <Access person={person} />}
          </li>
        ))}
      </ul>
      {(isProved || actionData) && <Invitation />}
    </Screen>
  );
}

function stateOf({ role, disabledAt, seenAt }: StaffMember): string {
  if (disabledAt) return `Access ended ${instantInWords(disabledAt)}`;
  const title = ROLE_NAMES[role];
  return seenAt ? title : `${title}, not signed in`;
}

/** Changes, ends or restores the access of a person. */
function Access({ person: { id, name, role, disabledAt } }: { person: StaffMember }) {
  if (disabledAt) {
    return (
      <Action to={href('/owner/people/:person/enable', { person: id })}>Let {name} in again</Action>
    );
  }
  return (
    <div className={kit.links}>
      <QuietLink to={href('/owner/people/:person/address', { person: id })}>
        Change {name}’s e-mail address
      </QuietLink>
      {ROLES.filter((other) => other !== role).map((other) => (
        <Action
          key={other}
          to={href('/owner/people/:person/role', { person: id })}
          fields={{ role: other }}
          look="quiet"
        >
          {NOW_MAY[other](name)}
        </Action>
      ))}
      <Action to={href('/owner/people/:person/disable', { person: id })} look="quiet">
        End {name}’s access
      </Action>
    </div>
  );
}

const NOW_MAY: Record<Role, (name: string) => string> = {
  kitchen: (name) => `Make ${name} kitchen only`,
  counter: (name) => `Make ${name} counter staff`,
  owner: (name) => `Make ${name} an owner`,
};

const MAY = [
  { value: 'kitchen', title: 'Kitchen: see what to make, tick off, print' },
  {
    value: 'counter',
    title: 'Counter: also ring customers, take orders and payments, move and change orders',
  },
  { value: 'owner', title: 'Owner: everything, also refunds, prices, money and people' },
];

function Invitation() {
  return (
    <Section title="Invite somebody">
      <p>They get an e-mail that says where to sign in. A code to the same address lets them in.</p>
      <ActionForm to={href('/owner/people')} className={kit.form}>
        <ProofMissing />
        <Field name="name" label="Name" required />
        <Field name="email" type="email" label="E-mail address" required />
        <Choices legend="They may" name="role" type="radio" options={MAY} chosen={['kitchen']} />
        <Button type="submit">Invite</Button>
      </ActionForm>
    </Section>
  );
}

/** The session has become too old while the form was open. */
function ProofMissing() {
  const { problem } = useEntered('proof');
  if (!problem) return null;
  return (
    <p role="alert" className={kit.warning}>
      {problem}{' '}
      <a href={signInAgain(href('/owner/people'))} target="_blank" rel="noopener">
        sign in again
      </a>{' '}
      in another tab first. Then press Invite here once more.
    </p>
  );
}
