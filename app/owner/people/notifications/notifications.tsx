import { href } from 'react-router';
import * as z from 'zod';
import { Text } from '#app/owner/frame/form-fields.ts';
import { instantInWords } from '#app/owner/frame/london-time.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { personContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import { Choices, Field } from '#app/ui/kit/field.tsx';
import { Action, ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { ActionRow, Rows } from '#app/ui/kit/rows.tsx';
import { Screen, Section } from '#app/ui/kit/screen.tsx';
import {
  kindsFor,
  NotificationChoices,
  type NotificationKind,
} from '#domain/staff/notifications.ts';
import { publicKeyOf } from '#server/push/encrypt.ts';
import { listSubscriptions, readChoices, saveChoices } from '#server/push/subscriptions.ts';
import type { Route } from './+types/notifications';
import { ThisDevice } from './this-device.tsx';

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { id, role } = context.get(personContext);
  const [subscriptions, choices] = await Promise.all([
    listSubscriptions(shop, id),
    readChoices(shop, id),
  ]);
  return {
    publicKey: publicKeyOf(shop.push.key),
    subscriptions,
    choices,
    offered: kindsFor(role),
    practises: shop.push.practice !== undefined,
  };
}

const Form = z.object({ kinds: z.array(z.string()), from: Text, until: Text });

/** Which notifications the person gets, and when. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, person, by, form: { kinds, from, until } }) => {
    const unwanted = kindsFor(person.role).filter((kind) => !kinds.includes(kind));
    const quiet = from === '' && until === '' ? null : { from, until };
    const { data } = NotificationChoices.safeParse({ unwanted, quiet });
    if (!data) return { problems: { until: problemOf(from, until) } };
    await saveChoices(shop, by, data);
    return { words: 'Saved.' };
  });
}

function problemOf(from: string, until: string): string {
  return from !== '' && from === until
    ? 'It would never be quiet, or always: please choose two different times.'
    : 'Please fill in both times, such as 21:00 and 06:30, or neither.';
}

const TITLES: Record<NotificationKind, string> = {
  orders: 'New orders, and what is paid later',
  changes: 'What customers change: the day, the words, who collects, or that they ask to cancel',
  requests: 'Requests, and replies to them',
  incidents: 'Problems, such as e-mails that do not go out',
};

export default function Notifications({ loaderData }: Route.ComponentProps) {
  const { publicKey, subscriptions, choices, offered, practises } = loaderData;
  const { unwanted, quiet } = choices;
  return (
    <Screen
      title="Notifications"
      summary="Your phone tells you at once, also when it is locked: “New order for Sat 5 Dec”. It shows no name, no address and no message."
      above={{ path: href('/owner/you'), title: 'You' }}
    >
      <Section title="This device">
        <ThisDevice publicKey={publicKey} known={subscriptions.map(({ endpoint }) => endpoint)} />
      </Section>

      {(subscriptions.length > 0 || practises) && (
        <Section title="Where you get them">
          {subscriptions.length > 0 && (
            <Rows label="Where you get them">
              {subscriptions.map(({ id, device, addedAt, sentAt, failingSince }) => (
                <ActionRow
                  key={id}
                  to={href('/owner/you/notifications/remove')}
                  fields={{ device: id }}
                  button="Remove"
                  what={device}
                >
                  <strong>{device}</strong>
                  <br />
                  <span className={kit.quiet}>
                    Since {instantInWords(addedAt)}
                    {failingSince
                      ? `. None has arrived since ${instantInWords(failingSince)}; the shop tries again.`
                      : sentAt && `, the last one ${instantInWords(sentAt)}`}
                  </span>
                </ActionRow>
              ))}
            </Rows>
          )}
          <div className={kit.actions}>
            {subscriptions.length > 0 && (
              <Action to={href('/owner/you/notifications/test')}>Send a test</Action>
            )}
            {practises && (
              <Action to={href('/owner/you/notifications/practice')} look="quiet">
                Add a practice device
              </Action>
            )}
          </div>
        </Section>
      )}

      <Section title="What and when">
        <ActionForm to={href('/owner/you/notifications')} className={kit.form}>
          <Choices
            legend="Tell me about"
            name="kinds"
            type="checkbox"
            options={offered.map((kind) => ({ value: kind, title: TITLES[kind] }))}
            chosen={offered.filter((kind) => !unwanted.includes(kind))}
          />
          <fieldset className={kit.choices} aria-describedby="quiet-hint">
            <legend>Quiet hours</legend>
            <p id="quiet-hint" className={kit.quiet}>
              You hear afterwards what happened then. Leave both empty for no quiet hours.
            </p>
            <div className={kit.pair}>
              <Field name="from" type="time" label="Quiet from" defaultValue={quiet?.from} />
              <Field name="until" type="time" label="Quiet until" defaultValue={quiet?.until} />
            </div>
          </fieldset>
          <Submit>Save</Submit>
        </ActionForm>
      </Section>
    </Screen>
  );
}
