import { href, redirect } from 'react-router';
import * as z from 'zod';
import { countOf } from '#app/owner/collections/collection-view.ts';
import { customerName } from '#app/owner/collections/words.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { hasProof, requireProof } from '#app/owner/frame/require-proof.ts';
import { SignInFirst } from '#app/owner/frame/sign-in-first.tsx';
import { shopContext } from '#app/shop-context.ts';
import { ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Notice, Screen, Section } from '#app/ui/kit/screen.tsx';
import { dayInWords } from '#domain/calendar/days.ts';
import { orderWithContact } from '#server/orders/anonymise.ts';
import { forgetRequests, requestsOf } from '#server/requests/anonymise.ts';
import { findRequest } from '#server/requests/rows.ts';
import type { Shop } from '#server/shop.ts';
import type { Route } from './+types/forget';
import { answerableRequest } from './find-request.ts';
import { STATE_WORDS, wishInWords } from './words.ts';

/**
 * The customer of a request, with all that they have asked.
 * @throws a redirect to the same of an order, if they have one, which is about their requests too.
 */
async function findAsker(shop: Shop, number: string) {
  const { email, phone, name } = await answerableRequest(shop, number);
  const order = await orderWithContact(shop, { email, phone });
  if (order !== undefined) throw redirect(href('/owner/orders/:order/forget', { order }), 303);
  const reach = { emails: [email], phones: [phone] };
  const found = await requestsOf(shop, reach);
  const requests = await Promise.all(found.map(({ id }) => findRequest(shop, { id })));
  return { name, reach, requests: requests.filter((request) => request !== undefined) };
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { name, requests } = await findAsker(context.get(shopContext), params.request);
  return {
    number: params.request,
    name: customerName({ name }),
    requests: requests.map((request) => ({
      number: request.number,
      words: [
        request.number,
        dayInWords(request.day, 'short'),
        wishInWords(request),
        request.name,
        STATE_WORDS[request.state],
      ].join(' · '),
    })),
    isProved: hasProof(context),
  };
}

/** Removes what a customer has asked, who has no order. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, z.object({}), async ({ shop, by }) => {
    const path = href('/owner/requests/:request/forget', args.params);
    requireProof(args.context, path);
    const { reach } = await findAsker(shop, args.params.request);
    const anonymised = await forgetRequests(shop, reach);
    shop.log.info({ person: by, anonymised }, 'requests have been forgotten on request');
    return {
      to: href('/owner/requests'),
      words: `Forgotten: ${countOf(anonymised, 'request')}.`,
    };
  });
}

export default function Forget({ loaderData }: Route.ComponentProps) {
  const { number, name, requests, isProved } = loaderData;
  const path = href('/owner/requests/:request/forget', { request: number });
  return (
    <Screen
      title={`Forget ${name}`}
      above={{ path: href('/owner/requests/:request', { request: number }), title: name }}
      summary="For a customer who asks you to delete what you know about them."
    >
      <Section title="What is removed">
        <p>
          What they have asked for, the photos, the messages, name, phone number and e-mail address:
        </p>
        <ul className={kit.bullets} aria-label="Their requests">
          {requests.map((request) => (
            <li key={request.number}>{request.words}</li>
          ))}
        </ul>
        <Notice kind="quiet">
          Found by the e-mail address and the phone number. E-mails in your own mailbox, and
          backups, you delete there.
        </Notice>
      </Section>
      {isProved ? (
        <ActionForm to={path} className={kit.form}>
          <Notice kind="warning">This cannot be undone: nobody can bring the name back.</Notice>
          <Submit>Forget {name}</Submit>
        </ActionForm>
      ) : (
        <SignInFirst path={path}>forget a customer</SignInFirst>
      )}
    </Screen>
  );
}
