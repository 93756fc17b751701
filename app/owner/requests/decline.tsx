import { href, Link } from 'react-router';
import * as z from 'zod';
import { customerName } from '#app/owner/collections/words.ts';
import { Text, Version } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { shopContext } from '#app/shop-context.ts';
import { Field } from '#app/ui/kit/field.tsx';
import { ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Screen } from '#app/ui/kit/screen.tsx';
import type { Route } from './+types/decline';
import { answerInWords } from './answer-request.ts';
import { answerableRequest } from './find-request.ts';
import { declineWords } from './words.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const request = await answerableRequest(context.get(shopContext), params.request);
  return {
    number: request.number,
    name: customerName(request),
    words: declineWords(request.day),
    version: request.messages.length,
  };
}

const Form = z.object({ version: Version, words: Text });

/** Says no to a request, in words that the person can change. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, ({ shop, by, form }) =>
    answerInWords(shop, args.params.request, { kind: 'declined', by, ...form }),
  );
}

export default function Decline({ loaderData }: Route.ComponentProps) {
  const { number, name } = loaderData;
  const summary = <Link to={href('/owner/requests/:request', { request: number })}>{name}</Link>;
  return (
    <Screen title={`Decline, ${name}`} heading="Decline" summary={summary}>
      <DeclineForm {...loaderData} />
    </Screen>
  );
}

type DeclineFormProps = Omit<Route.ComponentProps['loaderData'], 'name'>;

export function DeclineForm({ number, words, version }: DeclineFormProps) {
  return (
    <ActionForm
      to={href('/owner/requests/:request/decline', { request: number })}
      version={version}
      className={kit.form}
    >
      <Field name="words" label="What the customer reads" defaultValue={words} rows={4} required />
      <Submit>Decline</Submit>
    </ActionForm>
  );
}
