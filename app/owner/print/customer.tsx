import { href } from 'react-router';
import { chosenRecords } from '#app/owner/customers/find-customer.ts';
import { shopContext } from '#app/shop-context.ts';
import { useCafe } from '#app/ui/cafe.ts';
import { Fact } from '#app/ui/kit/fact.tsx';
import { dayInWords } from '#domain/calendar/days.ts';
import { entriesOf } from '#server/orders/waiting-rows.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/customer';
import styles from './customer.module.css';
import { orderOnPaper, requestOnPaper, waitingOnPaper } from './customer-sections.ts';
import { openedFrom } from './day-to-print.ts';
import { PrintPage } from './print-page.tsx';

/** All that the shop holds of a customer's chosen orders and requests. */
export async function loader(args: Route.LoaderArgs) {
  const { own, chosen, screen } = await chosenRecords(args);
  const shop = args.context.get(shopContext);
  const emails = chosen.flatMap(({ booked, request }) => [
    booked?.email ?? request?.email ?? '',
    booked?.order?.paymentEmail ?? '',
  ]);
  const requests = chosen.flatMap(({ request }) => request ?? []);
  return {
    back: openedFrom(args.request, screen),
    name: own.name,
    today: dayInWords(todayAt(shop)),
    sections: [
      ...chosen.flatMap(({ booked }) => (booked ? orderOnPaper(booked) : [])),
      ...waitingOnPaper(await entriesOf(shop, emails)),
      ...(await Promise.all(requests.map((request) => requestOnPaper(shop, request)))),
    ],
  };
}

/** A paper for a customer who asks what the shop knows of them. Photos are part of it, and of the PDF that is made of it. */
export default function CustomerPaper({ loaderData }: Route.ComponentProps) {
  const { back, name, today, sections } = loaderData;
  const { name: cafe, contact } = useCafe();
  return (
    <PrintPage title={`What we know of ${name}`} back={back}>
      <div className={styles.paper}>
        <header>
          <h2>
            What {cafe} knows of {name}
          </h2>
          <p>
            {today} · {cafe}, {contact.phone.display}
          </p>
        </header>
        {sections.map(({ id, title, facts, photos, lists }) => (
          <section key={id} aria-labelledby={id}>
            <h3 id={id}>{title}</h3>
            {facts.length > 0 && (
              <dl>
                {facts.map(([label, value, key = label]) => (
                  <Fact key={key} label={label}>
                    {value}
                  </Fact>
                ))}
              </dl>
            )}
            {photos.map(({ position, request, width, height }) => (
              <p key={position}>
                <img
                  src={href('/owner/requests/:request/photos/:position', { request, position })}
                  alt={`Sent with it, ${Number(position) + 1} of ${photos.length}`}
                  width={width}
                  height={height}
                />
              </p>
            ))}
            {lists.map((list) => (
              <div key={list.title}>
                <h4>{list.title}</h4>
                {list.lines.length === 0 && <p>None.</p>}
                <ul>
                  {list.lines.map(([key, words]) => (
                    <li key={key}>{words}</li>
                  ))}
                </ul>
              </div>
            ))}
          </section>
        ))}
        <p>
          Stripe, which takes card payments for us, and the service that sends our e-mails have
          parts of this as well. Our privacy page says why we keep it and for how long, and what you
          can ask for.
        </p>
      </div>
    </PrintPage>
  );
}
