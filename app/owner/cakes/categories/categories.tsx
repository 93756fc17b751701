import { href, Link } from 'react-router';
import styles from '#app/owner/cakes/cakes.module.css';
import { MoveButtons, useMoves } from '#app/owner/cakes/move-buttons.tsx';
import { Notice } from '#app/owner/cakes/notice.tsx';
import { useQuickChanges } from '#app/owner/cakes/quick-form.tsx';
import { ScreenTitle } from '#app/owner/frame/screen-title.tsx';
import { shopContext } from '#app/shop-context.ts';
import screen from '#app/ui/kit/kit.module.css';
import { Photo } from '#app/ui/photo.tsx';
import { onLandingPage } from '#domain/catalogue/landing-page.ts';
import { NEW_CATEGORY } from '#server/content/categories.ts';
import type { Route } from './+types/categories';

export async function loader({ context, request }: Route.LoaderArgs) {
  const { allCategories, categories } = (await context.get(shopContext).content()).catalogue;
  const onHome = onLandingPage(categories).map(({ slug }) => slug);
  const { searchParams } = new URL(request.url);
  return {
    search: `${searchParams}`,
    /** The button of a form without scripts. */
    focus: searchParams.get('focus') ?? '',
    newPath: href('/owner/categories/:category', { category: NEW_CATEGORY }),
    rows: allCategories.map(({ slug, title, img, isShown }) => ({
      id: slug,
      title,
      img,
      isShown,
      note: !isShown
        ? 'Not shown: no cake for sale is in it'
        : onHome.includes(slug)
          ? ''
          : 'Not on the home page',
    })),
  };
}

export default function Categories({ loaderData }: Route.ComponentProps) {
  const { rows, newPath, search, focus } = loaderData;
  const { done, count, send } = useQuickChanges(search);
  const moves = useMoves({ do: 'place-category' }, send);
  return (
    <>
      <ScreenTitle title="Categories" />
      <p>
        <Link to={href('/owner/cakes')} className={screen.quietLink}>
          ‹ Cakes
        </Link>
      </p>
      <h1 className={screen.title}>Categories</h1>
      <p className={screen.summary}>The first seven are on the home page, in this order.</p>
      <p className={screen.actions}>
        <Link className={screen.action} to={newPath}>
          New category
        </Link>
      </p>
      <ul className={`${screen.section} ${styles.rows}`}>
        {rows.map((row, place) => (
          <li
            key={row.id}
            className={styles.row}
            data-hidden={!row.isShown || undefined}
            {...moves.rowProps(row.id)}
          >
            <Photo file={row.img} sizes="4rem" alt="" className={styles.photo} />
            <div>
              <p className={styles.name}>
                <Link to={href('/owner/categories/:category', { category: row.id })}>
                  {row.title}
                </Link>
              </p>
              {row.note && <p className={screen.quiet}>{row.note}</p>}
            </div>
            <MoveButtons moves={moves} rows={rows} place={place} focus={focus} />
          </li>
        ))}
      </ul>
      {/* Another change is another notice. */}
      <Notice key={count} done={done} rows={[]} send={send} />
    </>
  );
}
