import { data, href, redirect } from 'react-router';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { signInAgain } from '#app/owner/frame/own-path.ts';
import { useInitial } from '#app/owner/frame/use-initial.ts';
import { staffBrowserContext } from '#app/owner/person-context.ts';
import { readForm } from '#app/read-form.ts';
import { privatePageMeta } from '#app/seo/page-meta.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Choices } from '#app/ui/kit/choices.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import screen from '#app/ui/kit/kit.module.css';
import type { StaffMember } from '#domain/staff/person.ts';
import {
  disablePerson,
  enablePerson,
  invitePerson,
  listPeople,
  setRole,
} from '#server/staff/people.ts';
import { endSession, listDevices } from '#server/staff/sessions.ts';
import type { Route } from './+types/people';
import { DeviceList } from './device-list.tsx';
import styles from './people.module.css';

export function meta({ matches }: Route.MetaArgs) {
  return privatePageMeta(matches[0].loaderData, {
    title: 'People',
    description: 'Who may sign in, and where they are.',
  });
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const shop = context.get(shopContext);
  const { session } = context.get(staffBrowserContext);
  const [people, devices] = await Promise.all([listPeople(shop), listDevices(shop)]);
  return {
    people,
    devices,
    done: doneWords(
      searchParams.get('done'),
      people.find(({ id }) => id === searchParams.get('person')),
    ),
    self: session?.person.id,
    session: session?.id,
    isProved: session?.isProved === true,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const field = await readForm(request);
  const shop = context.get(shopContext);
  const { session } = context.get(staffBrowserContext);
  if (field('do') === 'end-session') {
    await endSession(shop, field('session'));
    return redirect(href('/owner/people'));
  }
  const wanted = field('do');
  const typed = { name: field('name'), email: field('email'), role: field('role') };
  if (!session?.isProved) {
    return wanted === 'invite'
      ? data({ problems: {}, typed }, { status: 422 })
      : redirect(signInAgain(href('/owner/people')));
  }
  switch (wanted) {
    case 'invite': {
      const result = await invitePerson(shop, typed);
      if (result.ok) return redirect(withPerson('invited', result.person.id));
      const problems = result.reason === 'taken' ? { email: TAKEN } : result.problems;
      return data({ problems, typed }, { status: 422 });
    }
    case 'disable':
      // Nobody locks themselves out by a slip.
      if (field('person') !== session.person.id) await disablePerson(shop, field('person'));
      return redirect(withPerson('disabled', field('person')));
    case 'owner':
    case 'kitchen':
      if (field('person') !== session.person.id) await setRole(shop, field('person'), wanted);
      return redirect(withPerson('role', field('person')));
    case 'enable':
      await enablePerson(shop, field('person'));
      return redirect(withPerson('enabled', field('person')));
    default:
      throw data(null, { status: 400 });
  }
}

function withPerson(done: string, person: string): string {
  return `${href('/owner/people')}?${new URLSearchParams({ done, person })}`;
}

/** Undefined if it is no longer so: the address stays in the history. */
function doneWords(done: string | null, person: StaffMember | undefined): string | undefined {
  if (!person) return undefined;
  const { name, email, role, disabledAt } = person;
  if (done === 'disabled') return disabledAt ? `${name}’s access has ended.` : undefined;
  if (disabledAt) return undefined;
  if (done === 'invited') return `Invited. An e-mail is on its way to ${email}.`;
  if (done === 'role') {
    return `${name} ${role === 'owner' ? 'is an owner now' : 'has the kitchen’s access now'}, and signs in again.`;
  }
  return done === 'enabled' ? `${name} may sign in again.` : undefined;
}

const TAKEN = 'Somebody has this address already.';

export default function People({ loaderData, actionData }: Route.ComponentProps) {
  const { people, devices, done, self, session } = loaderData;
  const { isProved } = useInitial(loaderData);
  const answer = useInitial(actionData);
  return (
    <div className={styles.page}>
      <header>
        <h1>People</h1>
        <p>
          Who may sign in. Owners may do everything; the kitchen sees what to make and hand over.
        </p>
      </header>
      <div role="status">{done && !answer && <p className={styles.note}>{done}</p>}</div>
      <ul className={styles.people}>
        {people.map((person) => (
          <li key={person.id} className={styles.person}>
            <div className={styles.who}>
              <p>
                <strong>{person.name}</strong>
                {person.id === self && ' (you)'}
                <span>{person.email}</span>
              </p>
              <p className={styles.state}>{stateOf(person)}</p>
            </div>
            <DeviceList
              devices={devices.filter(({ personId }) => personId === person.id)}
              current={session}
            />
            {isProved && person.id !== self && <Switch person={person} />}
          </li>
        ))}
      </ul>
      {!isProved && (
        <p role={answer && 'alert'} className={styles.note}>
          To invite somebody or to change or end their access,{' '}
          <a href={signInAgain(href('/owner/people'))} target={answer && '_blank'}>
            show once more that it is you
          </a>
          {answer && ' in another tab. Then invite them here'}.
        </p>
      )}
      {(isProved || answer) && <Invitation problems={answer?.problems} typed={answer?.typed} />}
    </div>
  );
}

function stateOf({ role, disabledAt, seenAt }: StaffMember): string {
  if (disabledAt) return `Access ended ${instantInWords(disabledAt)}`;
  const title = role === 'owner' ? 'Owner' : 'Kitchen';
  return seenAt ? title : `${title}, not signed in`;
}

/** Changes, ends or restores the access of a person. */
function Switch({ person: { id, name, role, disabledAt } }: { person: StaffMember }) {
  return (
    <form method="post" className={styles.switch}>
      <input type="hidden" name="person" value={id} />
      <Button type="submit" variant="outline" name="do" value={disabledAt ? 'enable' : 'disable'}>
        {disabledAt ? `Let ${name} in again` : `End ${name}’s access`}
      </Button>
      {!disabledAt && (
        <button
          type="submit"
          name="do"
          value={role === 'owner' ? 'kitchen' : 'owner'}
          className={screen.quietButton}
        >
          {role === 'owner' ? `Give ${name} the kitchen’s access` : `Make ${name} an owner`}
        </button>
      )}
    </form>
  );
}

const ROLES = [
  { value: 'kitchen', title: 'bake and hand over' },
  { value: 'owner', title: 'do everything' },
];

interface InvitationProps {
  problems: Partial<Record<'name' | 'email', string>> | undefined;
  typed: { name: string; email: string; role: string } | undefined;
}

function Invitation({ problems, typed }: InvitationProps) {
  return (
    <section aria-labelledby="invite">
      <h2 id="invite">Invite somebody</h2>
      <p>They get an e-mail, and sign in with a code to their address.</p>
      <form method="post" className={styles.invite}>
        <Field
          name="name"
          label="Name"
          defaultValue={typed?.name}
          problem={problems?.name}
          required
        />
        <Field
          name="email"
          type="email"
          label="E-mail address"
          defaultValue={typed?.email}
          problem={problems?.email}
          required
        />
        <Choices
          legend="May"
          name="role"
          type="radio"
          options={ROLES}
          chosen={[typed?.role === 'owner' ? 'owner' : 'kitchen']}
        />
        <Button type="submit" name="do" value="invite">
          Invite
        </Button>
      </form>
    </section>
  );
}
