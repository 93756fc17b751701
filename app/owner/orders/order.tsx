import { href } from 'react-router';
import { ItemList } from '#app/owner/collections/collection-card.tsx';
import { findOrder } from '#app/owner/collections/find-order.ts';
import { CustomerNews } from '#app/owner/collections/news/customer-news.tsx';
import { Notes } from '#app/owner/collections/notes.tsx';
import { PaidForm } from '#app/owner/collections/paid-form.tsx';
import { NO_EMAIL } from '#app/owner/collections/words.ts';
import { CallLink } from '#app/owner/frame/call-link.tsx';
import { UndoAction } from '#app/owner/frame/flash-notice.tsx';
import { LIVE } from '#app/owner/frame/use-live-orders.ts';
import { personContext } from '#app/owner/person-context.ts';
import { shopContext } from '#app/shop-context.ts';
import { Fact } from '#app/ui/kit/fact.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { Action, ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { ActionLink, QuietLink } from '#app/ui/kit/links.tsx';
import { useEntered } from '#app/ui/kit/refusal-context.ts';
import { Notice, Screen, Section } from '#app/ui/kit/screen.tsx';
import type { Route } from './+types/order';
import styles from './order.module.css';
import { OrderDay } from './order-day.tsx';
import { OrderMoney } from './order-money.tsx';
import { QuoteOfOrder } from './order-quote.tsx';
import { type OrderView, type OwnerView, orderView } from './order-view.ts';
import { PayLinkForm } from './pay-link.tsx';

export const handle = LIVE;

export async function loader({ context, params }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  return orderView(shop, await findOrder(shop, params.order), context.get(personContext).role);
}

export default function OrderScreen({ loaderData }: Route.ComponentProps) {
  const { number, name, state, isReadable, isCancelled, refunded, placed, collector } = loaderData;
  const { note, staffNote, noteForm, news, collections, items, trail, emails, noEmails, owner } =
    loaderData;
  const requestsCancel = news?.requestsCancel === true;
  const isRefundedButMade = refunded === 'all' && !requestsCancel && owner && owner.frees !== '';
  const isToMake = collections.some(
    ({ fulfilment, isPast }) => fulfilment === 'to-make' && !isPast,
  );
  const summary = (
    <>
      Order {number} · {state}
      {refunded === 'part' && ', refunded in part'}
      {refunded === 'all' && ', refunded in full'}
      {refunded === 'all' && isToMake && ' and still to make'}
      {collector && ` · ${collector} collects it`}
    </>
  );
  return (
    <Screen title={`${name}, ${number}`} heading={name} summary={summary}>
      {isCancelled && <Notice kind="warning">Cancelled: do not make it.</Notice>}
      {!isReadable && (
        <Notice kind="warning">
          Part of this order cannot be read. Look at Needs you before you make it.
        </Notice>
      )}
      {requestsCancel && <AskedToCancel number={number} name={name} owner={owner} />}
      {isRefundedButMade && <RefundedInFull number={number} frees={owner.frees} />}
      <CustomerNews news={news} name={name} />
      {owner && <Customer number={number} collector={collector} owner={owner} />}
      {owner?.quote && <QuoteOfOrder number={number} name={name} quote={owner.quote} />}
      {owner?.isToPay && (
        <Section title={owner.toPay.title}>
          {owner.toPay.note && <p>{owner.toPay.note}</p>}
          <div className={kit.actions}>
            <PayLinkForm order={number}>Pay link</PayLinkForm>
            {owner.toPay.amounts.map((amount) => (
              <PaidForm key={amount.pence} number={number} name={name} amount={amount} />
            ))}
            {owner.addition && (
              <UndoAction change={owner.addition.undo}>
                {`Take off what was added: ${owner.addition.titles}`}
              </UndoAction>
            )}
          </div>
        </Section>
      )}

      <div className={kit.columns}>
        <div>
          {(note || staffNote) && (
            <div className={kit.section}>
              <Notes note={note} staffNote={staffNote} />
            </div>
          )}
          {collections.map((collection) => (
            <OrderDay key={collection.id} collection={collection} owner={owner} />
          ))}
          {items.length > 0 && (
            <Section
              title={`${isCancelled ? 'Was for' : 'Wanted for'} ${[...new Set(items.map(({ day }) => day))].join(', ')}`}
            >
              <ItemList items={items} large />
            </Section>
          )}
          {noteForm && <NoteForm order={number} {...noteForm} />}
        </div>
        <div>
          {owner && (
            <OrderMoney number={number} refunded={refunded} owner={owner}>
              {owner.mayCancel && !isRefundedButMade && !requestsCancel && (
                <CancelLink order={number}>Cancel this order</CancelLink>
              )}
            </OrderMoney>
          )}
          <Section title="E-mails">
            {emails.length === 0 ? (
              <Notice kind="quiet">{noEmails}</Notice>
            ) : (
              <dl className={kit.facts}>
                {emails.map((email) => (
                  <Fact key={email.kind} label={email.what}>
                    {email.state}
                  </Fact>
                ))}
              </dl>
            )}
            {owner && owner.resends.length > 0 && (
              <div className={kit.links}>
                {owner.resends.map((recipient) => (
                  <Action
                    key={recipient}
                    to={href('/owner/orders/:order/resend/:recipient', {
                      order: number,
                      recipient,
                    })}
                    look="quiet"
                  >
                    Send again to the {recipient}
                  </Action>
                ))}
              </div>
            )}
          </Section>

          <Section title="What happened">
            <ol className={`lines ${styles.trail}`}>
              {trail.map(({ id: eventId, at, text, by, undo }) => (
                <li key={eventId}>
                  <span className={kit.quiet}>{at}</span>{' '}
                  <span>
                    {text} {by}
                  </span>
                  {undo && <UndoAction change={undo} />}
                </li>
              ))}
            </ol>
            {trail.length === 0 && <Notice kind="quiet">Ordered {placed}.</Notice>}
          </Section>
          {owner?.record && <CustomerLink record={owner.record} />}
        </div>
      </div>
    </Screen>
  );
}

interface CustomerProps {
  number: string;
  collector: string;
  owner: OwnerView;
}

/** How to reach the customer, and who collects the order. */
function Customer({ number, collector, owner }: CustomerProps) {
  const { request, phone, email, unreached, mayChange, mayCorrect } = owner;
  return (
    <>
      {(phone || email) && (
        <p className={kit.actions}>
          {phone && <CallLink phone={phone} />}
          {email && (
            <ActionLink to={href('/owner/orders/:order/email', { order: number })}>
              E-mail {email}
            </ActionLink>
          )}
        </p>
      )}
      {unreached && <Notice kind="warning">{unreached}</Notice>}
      <p className={kit.links}>
        {request && (
          <QuietLink to={href('/owner/requests/:request', { request })}>
            What they asked for
          </QuietLink>
        )}
        {mayChange && (
          <QuietLink to={href('/owner/orders/:order/text', { order: number })}>
            {collector ? 'Change who collects it' : 'Somebody else collects it'}
          </QuietLink>
        )}
        {mayCorrect && (
          <QuietLink to={href('/owner/orders/:order/contact', { order: number })}>
            Correct name, phone or e-mail
          </QuietLink>
        )}
      </p>
    </>
  );
}

interface AskedToCancelProps {
  number: string;
  name: string;
  owner: OwnerView | undefined;
}

/** The customer's wish, with its two answers. */
function AskedToCancel({ number, name, owner }: AskedToCancelProps) {
  return (
    <Section title={`${name} asks to cancel this order`} className={kit.panel}>
      {owner?.mayAnswer ? (
        <>
          <div className={kit.actions}>
            {owner.mayCancel && (
              <CancelLink order={number}>
                {owner.promised ? `Cancel and refund ${owner.promised}` : 'Cancel this order'}
              </CancelLink>
            )}
            <Action to={href('/owner/orders/:order/cancel-request/decline', { order: number })}>
              Keep the order
            </Action>
          </div>
          {!owner.mayCancel && (
            <p>
              A part of it is marked as collected, so it cannot be cancelled. You can refund it.
            </p>
          )}
          <p>{owner.email ? 'The customer gets your answer by e-mail.' : NO_EMAIL}</p>
        </>
      ) : (
        <p>Ask the owner before you make it.</p>
      )}
    </Section>
  );
}

interface NoteFormProps extends NonNullable<OrderView['noteForm']> {
  order: string;
}

function NoteForm({ order, staffNote, version }: NoteFormProps) {
  return (
    <ActionForm to={href('/owner/orders/:order/note', { order })} version={version}>
      <NoteFields staffNote={staffNote} />
    </ActionForm>
  );
}

/** Folded, unless what was typed is refused. */
function NoteFields({ staffNote }: Pick<NoteFormProps, 'staffNote'>) {
  const { values } = useEntered('note');
  return (
    <details className={kit.more} open={values !== undefined}>
      <summary>{staffNote === '' ? 'Add a note' : 'Change our note'}</summary>
      <div className={kit.form}>
        <Field
          name="note"
          label="Our note"
          hint="For all who work here. The customer does not see it."
          defaultValue={staffNote}
          rows={2}
        />
        <Submit>Save the note</Submit>
      </div>
    </details>
  );
}

/** For a customer who asks what the shop knows of them, or to be forgotten. */
function CustomerLink({ record }: { record: string }) {
  return (
    <Section title="Privacy">
      <QuietLink to={href('/owner/customers/:record', { record })}>
        Show or forget what we know of this person
      </QuietLink>
    </Section>
  );
}

/** It was not cancelled with the refund: that is still possible. */
function RefundedInFull({ number, frees }: { number: string; frees: string }) {
  return (
    <Section title="Refunded in full, but not cancelled" className={kit.panel}>
      <p>It still takes its place on {frees}. Cancel it if you do not make it.</p>
      <div className={kit.actions}>
        <CancelLink order={number}>Cancel this order</CancelLink>
      </div>
    </Section>
  );
}

/** Leads to the screen that cancels, with a refund or without. */
function CancelLink({ order, children }: { order: string; children: string }) {
  return (
    <ActionLink to={href('/owner/orders/:order/cancellation', { order })}>{children}</ActionLink>
  );
}
