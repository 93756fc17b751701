import { href } from 'react-router';
import * as z from 'zod';
import { countOf } from '#app/owner/collections/collection-view.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { hasProof, requireProof } from '#app/owner/frame/require-proof.ts';
import { SignInFirst } from '#app/owner/frame/sign-in-first.tsx';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { useFocusOnProblem } from '#app/ui/focus-on-problem.ts';
import { Choices } from '#app/ui/kit/field.tsx';
import { Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { FormContext } from '#app/ui/kit/refusal-context.ts';
import { Notice, Screen, Section } from '#app/ui/kit/screen.tsx';
import { anonymiseCustomer, type KeepReason, keepReason } from '#server/orders/customer-records.ts';
import { todayAt } from '#server/shop.ts';
import type { Route } from './+types/customer';
import { findCustomer } from './find-customer.ts';

const KEPT: Record<KeepReason, string> = {
  'to-be-collected': 'it is still to be collected',
  'may-be-paid': 'it may still be paid: a quote until it ends, others for about an hour',
  'cafe-not-notified': 'the e-mail about it has not reached you yet',
  unreadable: 'it cannot be read',
  'order-kept': 'the order that was taken for it keeps it',
};

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { own, records } = await findCustomer(shop, params.record);
  return {
    id: own.id,
    name: own.name,
    above: { path: own.path, title: own.name },
    records: records.map(({ id, words, isDoubtful, booked }) => {
      const why = booked && keepReason(booked.order, todayAt(shop));
      return { id, words, isDoubtful, kept: why ? `Cannot be forgotten yet: ${KEPT[why]}.` : '' };
    }),
    hasOrders: records.some(({ booked }) => booked),
    isProved: hasProof(context),
  };
}

const Form = z.object({ record: z.array(z.string()) });

/** Removes the personal data of the chosen orders and requests of a customer. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, by, form }) => {
    requireProof(args.context, href('/owner/customers/:record', args.params));
    const { own, records } = await findCustomer(shop, args.params.record);
    const chosen = records.filter(({ id }) => form.record.includes(id));
    if (chosen.length === 0) return { problems: { record: 'Please choose what is theirs.' } };
    const { anonymised, kept } = await anonymiseCustomer(
      shop,
      chosen.map(({ id }) => id),
    );
    shop.log.info({ person: by, anonymised }, 'a customer has been forgotten on request');
    const gone = chosen.filter(({ id }) => kept.every((each) => each.id !== id));
    if (gone.length === 0) {
      const why = kept[0] ? KEPT[kept[0].why] : KEPT.unreadable;
      return { problems: { record: `Nothing was removed: ${why}.` } };
    }
    const orders = gone.filter(({ booked }) => booked).length;
    const requests = gone.length - orders;
    const what = [
      ...(orders > 0 ? [countOf(orders, 'order')] : []),
      ...(requests > 0 ? [countOf(requests, 'request')] : []),
    ];
    return {
      to: own.booked ? href('/owner/orders') : href('/owner/requests'),
      words: `Forgotten: ${what.join(' and ')}.${kept.length > 0 ? ` Kept for now: ${kept.length}.` : ''}`,
    };
  });
}

/** What the shop knows of a customer who asks for it, or asks to be forgotten. */
export default function Customer({ loaderData, actionData: refusal }: Route.ComponentProps) {
  const { id, name, above, records, hasOrders, isProved } = loaderData;
  const record = { record: id };
  const path = href('/owner/customers/:record', record);
  useFocusOnProblem();
  return (
    <Screen
      title={`What we know of ${name}`}
      above={above}
      summary="For a customer who asks for it, or asks you to delete it. You have a month to answer."
    >
      {isProved ? (
        // A plain form, because two of its answers are a paper and a file.
        <form
          method="get"
          action={href('/owner/print/customer/:record', record)}
          className={kit.form}
        >
          <FormContext value={{ refusal, mended: [], mend() {} }}>
            <Choices
              legend="Their orders and requests"
              hint="Found by the e-mail address and the phone number."
              name="record"
              type="checkbox"
              options={records.map((each) => ({
                value: each.id,
                title: (
                  <span>
                    {each.words}
                    {each.isDoubtful && (
                      <>
                        <br />
                        <strong className={kit.quiet}>
                          The same phone number, but another name: is it the same person?
                        </strong>
                      </>
                    )}
                    {each.kept && (
                      <>
                        <br />
                        <span className={kit.quiet}>{each.kept}</span>
                      </>
                    )}
                  </span>
                ),
              }))}
              chosen={records.flatMap((each) => (each.isDoubtful ? [] : each.id))}
            />
          </FormContext>
          <div className={kit.actions}>
            <Button type="submit">Show, to print or save as PDF</Button>
            {hasOrders && (
              <Submit formAction={href('/owner/customers/:record/orders.csv', record)}>
                Download the orders (CSV)
              </Submit>
            )}
          </div>
          <Notice kind="quiet">
            The page has all that this shop holds: contact details, cakes and their words, payments,
            e-mails, photos and what happened. Look through it before you hand it over: it must be
            about nobody else.
          </Notice>
          <details className={kit.more}>
            <summary>Forget this person</summary>
            <div className={kit.columns}>
              <Section title="What is removed">
                <ul className={kit.bullets}>
                  <li>Name, phone number and e-mail address</li>
                  <li>The words on the cakes, the notes, and who collects</li>
                  <li>What they have asked for, with its photos and messages</li>
                  <li>The e-mails to the customer that the shop keeps</li>
                  <li>Their places on waiting lists</li>
                </ul>
              </Section>
              <Section title="What stays">
                <ul className={kit.bullets}>
                  <li>
                    Cakes, days and amounts, without a name: the tax office may ask for six years
                  </li>
                  <li>
                    What Stripe has of a payment, and e-mails in your own mailbox: delete those
                    there
                  </li>
                  <li>Backups, until you delete them</li>
                </ul>
              </Section>
            </div>
            <Notice kind="warning">This cannot be undone: nobody can bring the name back.</Notice>
            <p className={kit.actions}>
              <Submit formMethod="post" formAction={path}>
                Forget {name}
              </Submit>
            </p>
          </details>
        </form>
      ) : (
        <SignInFirst path={path}>see what you know of a customer, or forget them</SignInFirst>
      )}
    </Screen>
  );
}
