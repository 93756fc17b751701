import { href } from 'react-router';
import * as z from 'zod';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { writeUndoables } from '#app/owner/frame/undoable.ts';
import { ActionForm } from '#app/ui/kit/form.tsx';
import { CakeState, setCakeState } from '#server/content/cakes.ts';
import type { Route } from './+types/sale';
import { findCake } from './cake-form.ts';
import type { CakeRow } from './cake-row.ts';
import styles from './cakes.module.css';
import { stateInWords } from './words.ts';

const Form = z.object({ state: CakeState });

/** Puts a cake on sale, hides it, or archives it. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, by, form: { state } }) => {
    const id = args.params.cake;
    const entry = await findCake(shop, id);
    const version = await setCakeState(shop, id, state, by);
    const now = { ...entry, hidden: state !== 'for-sale', archived: state === 'archived' };
    const isBack = entry.archived && state === 'hidden';
    return {
      words: isBack
        ? `${entry.cake.title} is back in the list, hidden until you put it on sale.`
        : stateInWords(now),
      undo: version ? writeUndoables([{ kind: 'cake', id, version }]) : undefined,
    };
  });
}

/** Puts a cake of the list on sale, or hides it. */
export function SaleSwitch({ row, anchor }: { row: CakeRow; anchor: string }) {
  const { id, title, hidden } = row;
  return (
    <ActionForm
      to={`${href('/owner/cakes/:cake/sale', { cake: id })}#${anchor}`}
      className={styles.forSale}
    >
      <button
        type="submit"
        name="state"
        value={hidden ? 'for-sale' : 'hidden'}
        role="switch"
        aria-checked={!hidden}
        aria-label={`For sale: ${title}`}
        className={styles.switch}
      >
        <span className={styles.track} />
        {hidden ? 'Hidden' : 'For sale'}
      </button>
    </ActionForm>
  );
}
