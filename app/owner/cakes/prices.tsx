import { data, href, Link } from 'react-router';
import * as z from 'zod';
import { Text, Version } from '#app/owner/frame/form-fields.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { writeUndoables } from '#app/owner/frame/undoable.ts';
import { shopContext } from '#app/shop-context.ts';
import { Field } from '#app/ui/kit/field.tsx';
import { ActionForm } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import type { Problems } from '#app/ui/kit/refusal.ts';
import { Screen } from '#app/ui/kit/screen.tsx';
import { VisuallyHidden } from '#app/ui/text.tsx';
import { formatPence, typedPounds } from '#domain/money.ts';
import { Pounds } from '#domain/pence.ts';
import { saveCake } from '#server/content/cakes.ts';
import type { Route } from './+types/prices';
import { type CakeRow, rowOf } from './cake-row.ts';
import styles from './cakes.module.css';
import { conflictWith } from './conflict-with.ts';
import { findCake } from './find-cake.ts';
import { leftInWords } from './words.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  return rowOf(await findCake(context.get(shopContext), params.cake));
}

const Form = z.object({
  version: Version,
  /** The ids of the sizes, and a price of each. */
  size: z.array(Text),
  price: z.array(Text),
});

/** Changes the prices of a cake. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, Form, async ({ shop, by, form: { version, size, price } }) => {
    const id = args.params.cake;
    const entry = await findCake(shop, id);
    const problems: Problems = {};
    const sizes = entry.content.sizes.map((each) => {
      const row = size.indexOf(each.id);
      const typed = Pounds.safeParse(price[row]);
      if (row >= 0 && !typed.success) {
        problems[`price ${row}`] =
          `Write pounds, such as 52 or 52.50. It is still ${formatPence(each.price)}.`;
      }
      return { ...each, price: typed.data ?? each.price };
    });
    if (Object.keys(problems).length > 0) {
      return { problems: { '': 'Not saved yet. Look at what is marked.', ...problems } };
    }
    const content = { ...entry.content, sizes };
    const result = await saveCake(shop, id, { content, version, by });
    if (!result.ok) {
      if (result.reason === 'changed') return conflictWith(shop, result.current, content);
      throw data(null, { status: 404 });
    }
    const { title } = entry.cake;
    const isChanged = result.version !== version;
    const saved = isChanged
      ? `Saved. Visitors see the new prices of ${title} now.`
      : `Nothing changed: these were the prices of ${title}.`;
    return {
      to: href('/owner/cakes'),
      words: [result.unpriced.length > 0 ? NOT_MADE : saved, ...leftInWords(result)].join(' '),
      undo: isChanged ? writeUndoables([{ kind: 'cake', id, version: result.version }]) : undefined,
    };
  });
}

const NOT_MADE =
  'Saved, but Stripe does not answer: until it does, they are still sold at the earlier prices.';

export default function Prices({ loaderData: row }: Route.ComponentProps) {
  const cake = <Link to={href('/owner/cakes/:cake', { cake: row.id })}>{row.title}</Link>;
  return (
    <Screen title={`Prices of ${row.title}`} heading="Prices" summary={cake}>
      <ActionForm to={href('/owner/cakes/:cake/prices', { cake: row.id })} version={row.version}>
        <PriceFields row={row} />
      </ActionForm>
    </Screen>
  );
}

/** Folded: most days no price changes. */
export function FoldedPrices({ row, anchor }: { row: CakeRow; anchor: string }) {
  return (
    <ActionForm
      to={`${href('/owner/cakes/:cake/prices', { cake: row.id })}#${anchor}`}
      version={row.version}
      className={styles.prices}
    >
      <details>
        <summary>
          {row.sizes.map(({ id, name, price }) => (
            <span key={id}>
              {name} <strong>{formatPence(price)}</strong>
            </span>
          ))}
          <VisuallyHidden>, change the prices of {row.title}</VisuallyHidden>
        </summary>
        <PriceFields row={row} />
      </details>
    </ActionForm>
  );
}

function PriceFields({ row: { title, sizes } }: { row: CakeRow }) {
  const unpriced = sizes.filter(({ isPriced }) => !isPriced);
  return (
    <div className={styles.priceFields}>
      {sizes.map(({ id, name, price }, row) => (
        <div key={id} className={styles.price}>
          <input type="hidden" name="size" value={id} />
          <Field
            name="price"
            row={row}
            label={name}
            defaultValue={typedPounds(price)}
            inputMode="decimal"
          />
        </div>
      ))}
      {unpriced.length > 0 && (
        <p className={kit.problem}>
          {unpriced.map(({ name }) => name).join(', ')} cannot be ordered yet: Stripe does not know
          the price. Press Save.
        </p>
      )}
      <button type="submit" className={kit.action}>
        Save<VisuallyHidden> the prices of {title}</VisuallyHidden>
      </button>
    </div>
  );
}
