import { data, href, Link, redirect } from 'react-router';
import { Problem } from '#app/owner/field.tsx';
import { instantInWords } from '#app/owner/london-time.ts';
import { personContext } from '#app/owner/person-context.ts';
import screen from '#app/owner/screen.module.css';
import { ScreenTitle } from '#app/owner/screen-title.tsx';
import { useInitial } from '#app/owner/use-initial.ts';
import { readForm } from '#app/read-form.ts';
import { shopContext } from '#app/shop-context.ts';
import { VisuallyHidden } from '#app/ui/text.tsx';
import { CakeContent, contentOf } from '#domain/catalogue/cake-content.ts';
import { describeChanges, type FieldChange } from '#domain/catalogue/cake-fields.ts';
import { shortSize } from '#domain/catalogue/sizes.ts';
import { parseJson } from '#domain/guard.ts';
import { cakeVersions, describePutBack, putBackVersion } from '#server/content/cakes.ts';
import { namesOfPeople } from '#server/staff/people.ts';
import type { Route } from './+types/versions';
import { leftText } from './left-prices.ts';
import { savedPath } from './submit-cake.ts';
import styles from './versions.module.css';

const MOST_SHOWN = 50;

export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [{ catalogue }, versions, names] = await Promise.all([
    shop.content(),
    // One more, to say what changed in the last one that is shown.
    cakeVersions(shop, params.cake, { limit: MOST_SHOWN + 1 }),
    namesOfPeople(shop),
  ]);
  const entry = catalogue.entry(params.cake);
  if (!entry) throw data(null, { status: 404 });
  const current = JSON.stringify(contentOf(entry));
  // The only one may be what the shop began with.
  const isUnchanged = versions.length === 1 && versions[0]?.by === null;
  const shown = isUnchanged ? [] : versions.slice(0, MOST_SHOWN);
  const differences = await describePutBack(shop, entry, shown);
  return {
    id: entry.cake.id,
    title: entry.cake.title,
    base: current,
    versions: shown.map(({ number, at, by, content }, index) => {
      const before = versions[index + 1]?.content;
      return {
        number,
        isCurrent: index === 0 && JSON.stringify(content) === current,
        when: before || by ? instantInWords(at) : '',
        who: by === null ? '' : (names.get(by) ?? 'A person who has left'),
        changes: before ? describeChanges(before, content) : undefined,
        differences: differences[index] ?? [],
      };
    }),
  };
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const field = await readForm(request);
  const { id: by } = context.get(personContext);
  const number = Number(field('version'));
  const base = CakeContent.safeParse(parseJson(field('base')));
  if (!Number.isSafeInteger(number) || !base.success) throw data(null, { status: 400 });
  const form = { number, base: base.data, by };
  const done = await putBackVersion(context.get(shopContext), params.cake, form);
  if (!done.ok) {
    if (done.reason === 'no-such-cake') throw data(null, { status: 404 });
    return data({ problem: PROBLEMS[done.reason] }, { status: 409 });
  }
  if (done.unpriced.length > 0) {
    const problem = [unpricedText(done.unpriced), leftText(String(done.left.length))];
    return data({ problem: problem.filter(Boolean).join(' ') }, { status: 503 });
  }
  throw redirect(savedPath(done), 303);
}

export default function Versions({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, base, versions } = loaderData;
  const answer = useInitial(actionData);
  return (
    <>
      <ScreenTitle title={`Versions of ${title}`} />
      <p>
        <Link to={href('/owner/cakes/:cake', { cake: id })} className={screen.quietLink}>
          {title}
        </Link>
      </p>
      <h1 className={screen.title}>Versions</h1>
      <Problem text={answer?.problem} />
      <p className={screen.summary}>
        Who changed what. Putting one back makes a new version of it.
      </p>
      {versions.length === 0 && <p className={screen.empty}>It has not been changed yet.</p>}
      <form method="post">
        <input type="hidden" name="base" value={base} />
        <ol className={styles.versions}>
          {versions.map(({ number, isCurrent, when, who, changes, differences }) => (
            <li key={number}>
              <h2>
                {changes || who ? `${when}, ${who || 'by a command'}` : 'Before the first change'}
                {isCurrent && ' (now)'}
              </h2>
              {changes === undefined && who && <p>Added.</p>}
              <Changes changes={changes} />
              {!isCurrent && differences.length === 0 && (
                <p className={screen.quiet}>So it is now, but for whether it is for sale.</p>
              )}
              {differences.length > 0 && (
                <details className={screen.more}>
                  <summary>
                    Put back…
                    <VisuallyHidden>
                      {' '}
                      what it was: {when || 'before the first change'}
                    </VisuallyHidden>
                  </summary>
                  <p>This changes what it is now. Whether it is for sale stays as it is.</p>
                  <Changes changes={differences} />
                  <p className={screen.actions}>
                    <button type="submit" name="version" value={number} className={screen.action}>
                      Put back
                    </button>
                  </p>
                </details>
              )}
            </li>
          ))}
        </ol>
      </form>
    </>
  );
}

function Changes({ changes = [] }: { changes: FieldChange[] | undefined }) {
  return (
    <ul>
      {changes.map(({ field, label, before, after }) => (
        <li key={field}>
          <strong>{label}</strong>: <del>{before}</del> → <ins>{after}</ins>
        </li>
      ))}
    </ul>
  );
}

const PROBLEMS = {
  changed:
    'Not put back: somebody has just changed this cake. Look again at what putting it back changes now.',
  'photo-deleted':
    'Not put back: somebody has just deleted one of its photos. Look again at what changes now.',
  'address-taken': 'Not put back: another cake has its address of then.',
};

function unpricedText(sizes: string[]): string {
  const names = sizes.map((size) => shortSize({ size })).join(', ');
  return `Put back, but not yet with the price of ${names}: Stripe does not answer. Put it back again in a minute.`;
}
