import { href, redirect } from 'react-router';
import { requireProof } from '#app/owner/frame/require-proof.ts';
import { answerableRequest } from '#app/owner/requests/find-request.ts';
import { shopContext } from '#app/shop-context.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import { orderWithContact } from '#server/orders/anonymise.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/request';
import { CustomerPaper } from './customer-paper.tsx';
import { openedFrom } from './day-to-print.ts';
import { requestsOnPaper } from './read-requests.ts';
import { RequestsOnPaper } from './requests-on-paper.tsx';

/** All that the shop holds of a customer who has asked for something and ordered nothing. */
export async function loader({ context, params, request: opened }: Route.LoaderArgs) {
  requireProof(context, href('/owner/print/request/:request', params));
  const shop = context.get(shopContext);
  const { name, email, phone } = await answerableRequest(shop, params.request);
  const order = await orderWithContact(shop, { email, phone });
  // Where the orders are chosen, with which the requests come.
  if (order !== undefined) throw redirect(href('/owner/orders/:order/customer', { order }));
  return {
    back: openedFrom(opened, href('/owner/requests/:request', params)),
    name,
    today: dayInWords(todayAt(shop)),
    requests: await requestsOnPaper(shop, { emails: [email], phones: [phone] }),
  };
}

export default function RequestPaper({ loaderData: { requests, ...paper } }: Route.ComponentProps) {
  return (
    <CustomerPaper {...paper}>
      <RequestsOnPaper requests={requests} />
    </CustomerPaper>
  );
}
