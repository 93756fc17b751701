import { useState } from 'react';
import { Form, href } from 'react-router';
import * as z from 'zod';
import { UndoAction } from '#app/owner/frame/flash-notice.tsx';
import { Version } from '#app/owner/frame/form-fields.ts';
import { instantInWords, whoAt } from '#app/owner/frame/london-time.ts';
import { ownerAction } from '#app/owner/frame/owner-action.ts';
import { writeUndoables } from '#app/owner/frame/undoable.ts';
import { shopContext } from '#app/shop-context.ts';
import { Button } from '#app/ui/button.tsx';
import { DefaultButton, Field } from '#app/ui/kit/field.tsx';
import { ActionForm, Submit } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import { QuietLink } from '#app/ui/kit/links.tsx';
import type { Conflict, Problems } from '#app/ui/kit/refusal.ts';
import { useEntered } from '#app/ui/kit/refusal-context.ts';
import { Screen, Section } from '#app/ui/kit/screen.tsx';
import { VisuallyHidden } from '#app/ui/text.tsx';
import type { CatalogueEntry } from '#domain/catalogue/cake-content.ts';
import { parseRaise, type Raise, raisePrice } from '#domain/catalogue/raise-prices.ts';
import { formatPence, typedPounds } from '#domain/money.ts';
import { Pence, Pounds } from '#domain/pence.ts';
import {
  changePrices,
  lastPricesChanged,
  type OtherPrice,
  type PriceChange,
  versionOfCakes,
} from '#server/content/change-prices.ts';
import { productsOf, unpricedOf } from '#server/content/sync-prices.ts';
import type { Shop } from '#server/shop.ts';
import { namesOfPeople } from '#server/staff/people.ts';
import type { Route } from './+types/prices';
import styles from './prices.module.css';
import { ALL_CAKES, NOT_SAVED } from './words.ts';

/** What most cafes do once a year. */
const USUAL_PERCENT = '5';

const STEPS = [
  { value: '50', title: 'up to the next 50p' },
  { value: '100', title: 'up to the next £1' },
  { value: '1', title: 'to the exact penny' },
];

export async function loader({ context, request }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const { allCategories, entries } = (await shop.content()).catalogue;
  const { searchParams } = new URL(request.url);
  const percent = searchParams.get('percent');
  const step = searchParams.get('step') ?? '';
  const raise = percent === null ? undefined : parseRaise(percent, step);
  const kept = entries.filter(({ archived }) => !archived);
  const shown = new Set<CatalogueEntry>();
  // A cake of several categories is in the first of them.
  const take = (isListed: (entry: CatalogueEntry) => boolean) => {
    const listed = kept.filter((entry) => !shown.has(entry) && isListed(entry));
    for (const entry of listed) shown.add(entry);
    return listed.map((entry) => cakeOf(entry, raise));
  };
  const groups = [
    ...allCategories.map(({ slug, title }) => ({
      title,
      cakes: take(({ cake }) => cake.category.includes(slug)),
    })),
    { title: 'Personal touches', cakes: take(({ cake }) => cake.kind === 'personal-touch') },
  ].filter(({ cakes }) => cakes.length > 0);
  return {
    groups,
    version: versionOfCakes(entries),
    asked: { percent: percent ?? USUAL_PERCENT, step: raise ? String(raise.step) : step },
    problem: percent !== null && !raise ? 'Write a number from -90 to 100, such as 5.' : undefined,
    preview: raise && previewOf(groups.flatMap(({ cakes }) => cakes)),
    waiting: [...shown].flatMap(waitingOf),
    last: await lastChange(shop),
  };
}

/** The last form that has changed several cakes, which is taken back as one, also later than Undo is shown. */
async function lastChange(shop: Shop) {
  const last = await lastPricesChanged(shop);
  if (!last) return undefined;
  const { at, by, cakes } = last;
  const name = (await namesOfPeople(shop)).get(by ?? '') ?? 'A person who has left';
  return {
    words: `${name} changed the prices of ${cakes} cakes together on ${instantInWords(at)}.`,
    undo: writeUndoables([{ kind: 'prices', at }]),
  };
}

type PricedCake = ReturnType<typeof cakeOf>;

function cakeOf({ cake, content, hidden }: CatalogueEntry, raise: Raise | undefined) {
  return {
    id: cake.id,
    title: cake.title,
    hidden,
    prices: productsOf(cake.id, content).map(({ lookupKey: id, label, shortName, price }) => ({
      id,
      label,
      isOfSize: content.sizes.some((size) => size.id === id),
      // Also where the row is not seen.
      shortName,
      price,
      raised: raise && raisePrice(price, raise),
    })),
  };
}

function previewOf(cakes: PricedCake[]) {
  const all = cakes.flatMap(({ prices }) => prices);
  const stay = all.filter(({ price, raised }) => raised === price);
  return {
    changed: all.length - stay.length,
    stay: stay.map(({ shortName, price }) => `${shortName} ${formatPence(price)}`),
  };
}

/** What is not sold at its price yet. */
function waitingOf(entry: CatalogueEntry) {
  return unpricedOf(entry).map(({ lookupKey: id, shortName, price, sold }) => {
    const still = sold ? `still sold at ${formatPence(sold.price)}` : 'not sold yet';
    return { id, words: `${shortName} for ${formatPence(price)}: ${still}` };
  });
}

const PricesForm = z.object({ version: Version });

const priceField = (lookupKey: string) => `price ${lookupKey}`;
const wasField = (lookupKey: string) => `was ${lookupKey}`;

/** Changes the prices of all cakes. */
export function action(args: Route.ActionArgs) {
  return ownerAction(args, PricesForm, async ({ shop, by, form: { version }, values }) => {
    const { prices, problems } = readPrices(values);
    if (Object.keys(problems).length > 0) return { problems: { '': NOT_SAVED, ...problems } };
    const result = await changePrices(shop, { prices, version, by });
    if (!result.ok) return conflictOf(shop, result);
    const { at, changed } = result;
    return {
      to: href('/owner/prices'),
      words: changedInWords(result),
      undo: changed > 0 ? writeUndoables([{ kind: 'prices', at }]) : undefined,
    };
  });
}

function readPrices(values: Record<string, string[]>) {
  const prices: PriceChange[] = [];
  const problems: Problems = {};
  for (const [name, [shown]] of Object.entries(values)) {
    if (!name.startsWith(wasField(''))) continue;
    const lookupKey = name.slice(wasField('').length);
    const was = Pence.safeParse(Number(shown)).data;
    const price = Pounds.safeParse(values[priceField(lookupKey)]?.[0]).data;
    if (was === undefined) continue;
    if (price !== undefined) prices.push({ lookupKey, was, price });
    else {
      problems[priceField(lookupKey)] = `Write it as 52 or 52.50. It is still ${formatPence(was)}.`;
    }
  }
  return { prices, problems };
}

async function conflictOf(
  shop: Shop,
  { version, others }: { version: number; others: OtherPrice[] },
): Promise<{ conflict: Conflict }> {
  const [first] = others;
  const isOne = first && others.every(({ by, at }) => by === first.by && at === first.at);
  const name = isOne && ((await namesOfPeople(shop)).get(first.by ?? '') ?? 'The server');
  return {
    conflict: {
      version,
      who: name ? whoAt(name, first.at) : undefined,
      theirs: others.map(({ name: label, price }) => ({ label, now: formatPence(price) })),
    },
  };
}

type Changed = Extract<Awaited<ReturnType<typeof changePrices>>, { ok: true }>;

function changedInWords({ changed, unpriced }: Changed): string {
  if (changed === 0) return 'Nothing changed: these were the prices.';
  const [are, them] = changed === 1 ? ['One price is', 'it'] : [`${changed} prices are`, 'them'];
  const waiting = unpriced === changed ? them : `${unpriced} of them`;
  return unpriced > 0
    ? `${are} changed. Stripe does not have ${waiting} yet: see the list below.`
    : `${are} changed. Visitors see ${them} now.`;
}

export default function Prices({ loaderData }: Route.ComponentProps) {
  const { groups, version, asked, preview, waiting, last } = loaderData;
  return (
    <Screen title="Prices" above={ALL_CAKES}>
      {waiting.length > 0 && (
        <div className={kit.warning}>
          <p>Stripe does not have these prices yet. They follow by themselves within minutes.</p>
          <ul>
            {waiting.map(({ id, words }) => (
              <li key={id}>{words}</li>
            ))}
          </ul>
        </div>
      )}
      <Section title="Raise or lower all">
        <p className={kit.quiet}>
          5 raises every price by 5 %, -5 lowers it. Preview fills in all prices below.
        </p>
        <RaiseForm {...loaderData} />
        <div role="status">{preview && <PreviewNote {...preview} />}</div>
      </Section>
      {last && !preview && (
        <Section title="Last change of all prices">
          <p>{last.words}</p>
          <div className={kit.actions}>
            <UndoAction change={last.undo} look="pill">
              Take all of it back
            </UndoAction>
          </div>
        </Section>
      )}
      <ActionForm
        key={preview ? `${asked.percent} ${asked.step}` : ''}
        to={href('/owner/prices')}
        version={version}
        className={styles.prices}
        noValidate
      >
        <DefaultButton />
        {groups.map(({ title, cakes }) => (
          <Section key={title} title={title}>
            <ul className={kit.rows}>
              {cakes.map((cake) => (
                <li key={cake.id} id={cake.id} className={styles.cake}>
                  <h3>
                    {cake.title}
                    {cake.hidden && <span className={kit.quiet}> · hidden</span>}
                  </h3>
                  <PriceFields cake={cake} isOfSizes />
                  <PriceFields cake={cake} isOfSizes={false} />
                </li>
              ))}
            </ul>
          </Section>
        ))}
        <div className={kit.bar}>
          <Button type="submit">Save prices</Button>
          <p role="status" className={`${kit.quiet} ${styles.saving}`}>
            <span>Saving. Fifty prices take about ten seconds.</span>
          </p>
        </div>
      </ActionForm>
    </Screen>
  );
}

/** Shows in the form below what all prices would be. Saves nothing. */
function RaiseForm({ asked, problem }: Route.ComponentProps['loaderData']) {
  return (
    <Form
      method="get"
      action={href('/owner/prices')}
      className={`cluster ${styles.raise}`}
      preventScrollReset
    >
      <Field
        name="percent"
        label="Percent"
        defaultValue={asked.percent}
        inputMode="text"
        problem={problem}
      />
      <Field name="step" label="Round" defaultValue={asked.step || '50'} options={STEPS} />
      <Submit>Preview</Submit>
    </Form>
  );
}

function PreviewNote({ changed, stay }: { changed: number; stay: string[] }) {
  return (
    <>
      <p className={kit.warning}>
        {changed === 0
          ? 'No price changes.'
          : `${changed === 1 ? 'One price changes' : `${changed} prices change`}, as below. Nothing is saved yet: correct what you want, then save.`}
      </p>
      <QuietLink to={href('/owner/prices')}>Show the prices of today again</QuietLink>
      {stay.length > 0 && (
        <details className={kit.more}>
          <summary>{stay.length === 1 ? 'One stays' : `${stay.length} stay`} as before</summary>
          <ul className={kit.quiet}>
            {stay.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Names of options are longer than those of sizes. */
function PriceFields({ cake, isOfSizes }: { cake: PricedCake; isOfSizes: boolean }) {
  const prices = cake.prices.filter(({ isOfSize }) => isOfSize === isOfSizes);
  return (
    <div className={`tiles ${isOfSizes ? styles.sizes : styles.options}`}>
      {prices.map((price) => (
        <PriceField key={price.id} {...price} cake={cake.title} />
      ))}
    </div>
  );
}

type PriceFieldProps = PricedCake['prices'][number] & { cake: string };

function PriceField({ id, label, cake, price, raised }: PriceFieldProps) {
  // As the form was opened, although the screen may show a newer one by now: `changePrices` compares it.
  const [opened] = useState(price);
  const was = useEntered(wasField(id)).values?.[0] ?? String(opened);
  const isRaised = raised !== undefined && raised !== price;
  return (
    <div className={styles.size}>
      <input type="hidden" name={wasField(id)} value={was} />
      <Field
        name={priceField(id)}
        label={
          <>
            <VisuallyHidden>{cake} </VisuallyHidden>
            {label}
            {isRaised && (
              <span className={`${kit.marked} ${styles.old}`}>
                <VisuallyHidden>, now </VisuallyHidden>
                {formatPence(price)} <span aria-hidden="true">→</span>
              </span>
            )}
          </>
        }
        defaultValue={typedPounds(raised ?? price)}
        inputMode="decimal"
      />
    </div>
  );
}
