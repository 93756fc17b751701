import { href, Link, redirect } from 'react-router';
import * as z from 'zod';
import { findOrder } from '#app/owner/collections/find-order.ts';
import { orderAction } from '#app/owner/collections/order-action.ts';
import { nameOrNumber, noteInWords } from '#app/owner/collections/words.ts';
import { Text, Version } from '#app/owner/frame/form-fields.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { Field } from '#app/ui/kit/field.tsx';
import { ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { Screen } from '#app/ui/kit/screen.tsx';
import { changeNote } from '#server/orders/note.ts';
import type { Route } from './+types/note';
import { orderConflict } from './conflict.ts';
import { writableNote } from './words.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const booked = await findOrder(context.get(shopContext), params.order);
  const note = writableNote(booked);
  if (!note) throw redirect(href('/owner/orders/:order', { order: booked.id }), 303);
  return { order: booked.number, name: nameOrNumber(booked), note };
}

export function action(args: Route.ActionArgs) {
  const Form = z.object({ version: Version, note: Text });
  return orderAction(args, Form, async ({ form: { version, note: to }, ...about }) => {
    const { shop, by, orderId, screen } = about;
    const result = await changeNote(shop, { orderId, to, version, by });
    if (typeof result === 'object') return { problems: { note: result.problem } };
    switch (result) {
      case 'unchanged':
      case 'unknown':
        return { to: screen };
      case 'changed': {
        const { staffNote } = await findOrder(shop, orderId);
        const undo = await about.undoOf('note-changed');
        return { to: screen, words: noteInWords(staffNote), undo };
      }
      case 'conflict':
        return orderConflict(shop, orderId, ['note-changed'], ({ staffNote }) => [
          { label: 'Our note', now: staffNote },
        ]);
    }
  });
}

export default function Note({ loaderData: { order, name, note } }: Route.ComponentProps) {
  const summary = <Link to={href('/owner/orders/:order', { order })}>{name}</Link>;
  return (
    <Screen title={`Our note, ${name}`} heading="Our note" summary={summary}>
      <NoteForm order={order} {...note} isAlone />
    </Screen>
  );
}

interface NoteFormProps {
  order: string;
  staffNote: string;
  version: number;
  /** On a screen of its own it is not folded. */
  isAlone?: boolean;
}

export function NoteForm({ order, staffNote, version, isAlone = false }: NoteFormProps) {
  const fields = (
    <div className={kit.form}>
      <Field
        name="note"
        label="Our note"
        hint="For all who work here. The customer does not see it."
        defaultValue={staffNote}
        rows={2}
      />
      {isAlone ? <Button type="submit">Save the note</Button> : <Submit>Save the note</Submit>}
    </div>
  );
  return (
    <ActionForm to={href('/owner/orders/:order/note', { order })} version={version}>
      {isAlone ? (
        fields
      ) : (
        <details className={kit.more}>
          <summary>{staffNote === '' ? 'Add a note' : 'Change our note'}</summary>
          {fields}
        </details>
      )}
    </ActionForm>
  );
}
