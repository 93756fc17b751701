import { href, Link } from 'react-router';
import * as z from 'zod';
import { customerName } from '#app/owner/collections/words.ts';
import { Text, Version } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { ActionForm } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Screen } from '#app/ui/kit/screen.tsx';
import { reachableAddress } from '#domain/requests/request.ts';
import type { Route } from './+types/answer';
import { answerInWords } from './answer-request.ts';
import { answerableRequest } from './find-request.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const request = await answerableRequest(context.get(shopContext), params.request);
  return {
    number: request.number,
    name: customerName(request),
    hasEmail: reachableAddress(request) !== '',
    version: request.messages.length,
  };
}

const Form = z.object({ version: Version, words: Text });

/** Asks the customer of a request back, or tells them something. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, ({ shop, by, form }) =>
    answerInWords(shop, args.params.request, { kind: 'written', by, ...form }),
  );
}

export default function Answer({ loaderData }: Route.ComponentProps) {
  const { number, name } = loaderData;
  const summary = (
    <>
      To <Link to={href('/owner/requests/:request', { request: number })}>{name}</Link>
    </>
  );
  return (
    <Screen title={`Answer ${name}`} heading="Answer" summary={summary}>
      <AnswerForm {...loaderData} />
    </Screen>
  );
}

type AnswerFormProps = Route.ComponentProps['loaderData'];

export function AnswerForm({ number, name, hasEmail, version }: AnswerFormProps) {
  return (
    <ActionForm
      to={href('/owner/requests/:request/answer', { request: number })}
      version={version}
      className={kit.form}
    >
      <Field
        name="words"
        label={`Write to ${name}`}
        hint={
          hasEmail
            ? 'A question, or what you can make. It goes out by e-mail, with a link to answer you.'
            : 'No e-mail reaches the customer: please ring too. Everybody who has the link of the request can read it.'
        }
        rows={4}
        required
      />
      <Button type="submit">Send</Button>
    </ActionForm>
  );
}
