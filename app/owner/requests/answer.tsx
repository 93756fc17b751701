import { href, Link, redirect, useActionData } from 'react-router';
import * as z from 'zod';
import { customerName } from '#app/owner/collections/words.ts';
import { Text, Version } from '#app/owner/frame/form-fields.ts';
import { whoAt } from '#app/owner/frame/london-time.ts';
import { ownerAction, refused } from '#app/owner/frame/owner-action.ts';
import { writeUndoables } from '#app/owner/frame/undoable.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import type { Conflict, Refusal } from '#app/ui/kit/refusal.ts';
import { Screen } from '#app/ui/kit/screen.tsx';
import { reachableAddress } from '#domain/requests/request.ts';
import { nameOf } from '#domain/staff/name-of.ts';
import { answerRequest } from '#server/requests/answer.ts';
import type { Shop } from '#server/shop.ts';
import { namesOfPeople } from '#server/staff/people.ts';
import type { Route } from './+types/answer';
import { requestWith } from './find-request.ts';
import { answeredInWords, declineWords, messageInWords } from './words.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const request = await requestWith(context.get(shopContext), params.request);
  // There is nobody to answer any more.
  if (request.anonymisedAt !== null) throw redirect(href('/owner/requests/:request', params), 303);
  return {
    number: request.number,
    name: customerName(request),
    hasEmail: reachableAddress(request) !== '',
    decline: declineWords(request.day),
    version: request.messages.length,
  };
}

const Form = z.object({
  version: Version,
  kind: z.enum(['written', 'declined', 'closed', 'reopened']),
  words: Text,
});

/** Answers a request in words, closes it without any, or opens it again. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, by, form }) => {
    const { kind, version } = form;
    // The form is a button of the request's screen, which shows no conflict.
    const isSilent = kind === 'closed' || kind === 'reopened';
    const request = await requestWith(shop, args.params.request);
    const { id: requestId } = request;
    const to = href('/owner/requests/:request', { request: request.number });
    const result = await answerRequest(shop, { requestId, by, ...form });
    if (typeof result === 'object') return { problems: { words: result.problem } };
    switch (result) {
      case 'answered':
      case 'unchanged': {
        const undo = writeUndoables([{ kind: 'request', id: requestId, version: version + 1 }]);
        return { to, words: answeredInWords(kind, request), undo };
      }
      case 'conflict':
        return isSilent
          ? { to, words: 'It has changed meanwhile: please look at it again.' }
          : { conflict: await conflictNow(shop, request.number) };
      case 'quoted':
        return isSilent ? { to, words: QUOTED } : refused(QUOTED);
      case 'unknown':
        return { to, words: 'Nothing was sent: the name was removed.' };
    }
  });
}

const QUOTED = 'The customer can still accept a quote. Please end the quote first.';

async function conflictNow(shop: Shop, number: string): Promise<Conflict> {
  const { messages } = await requestWith(shop, number);
  const last = messages.at(-1);
  const byCustomer = last?.author === 'customer';
  const author = byCustomer ? 'The customer' : nameOf(await namesOfPeople(shop), last?.personId);
  return {
    version: messages.length,
    who: last && whoAt(author, last.at),
    theirs: [{ label: 'The last message', now: last ? messageInWords(last) : '' }],
  };
}

/** Shown if the answer to a form of the request’s screen is a page. */
export default function Answer({ loaderData: request }: Route.ComponentProps) {
  const kind = useActionData<Refusal>()?.values?.kind?.[0] === 'declined' ? 'declined' : 'written';
  const { number, name } = request;
  const heading = kind === 'declined' ? 'Decline' : 'Answer';
  const summary = <Link to={href('/owner/requests/:request', { request: number })}>{name}</Link>;
  return (
    <Screen title={`${heading} ${name}`} heading={heading} summary={summary}>
      <AnswerForm kind={kind} request={request} />
    </Screen>
  );
}

interface AnswerFormProps {
  kind: 'written' | 'declined';
  request: Route.ComponentProps['loaderData'];
}

export function AnswerForm({ kind, request }: AnswerFormProps) {
  const { number, name, hasEmail, decline, version } = request;
  return (
    <ActionForm
      to={href('/owner/requests/:request/answer', { request: number })}
      version={version}
      className={kit.form}
    >
      <input type="hidden" name="kind" value={kind} />
      {kind === 'written' ? (
        <>
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
        </>
      ) : (
        <>
          <Field
            name="words"
            label="What the customer reads"
            defaultValue={decline}
            rows={4}
            required
          />
          <Submit>Decline</Submit>
        </>
      )}
    </ActionForm>
  );
}
