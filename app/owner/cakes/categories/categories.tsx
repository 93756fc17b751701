import { href, Link } from 'react-router';
import styles from '#app/owner/cakes/cakes.module.css';
import { MoveButtons, useMoves } from '#app/owner/cakes/move-buttons.tsx';
import { shopContext } from '#app/shop-context.ts';
import kit from '#app/ui/kit/kit.module.css';
import { ActionLink } from '#app/ui/kit/links.tsx';
import { Screen } from '#app/ui/kit/screen.tsx';
import { Photo } from '#app/ui/photo.tsx';
import { onLandingPage } from '#domain/catalogue/landing-page.ts';
import { NEW_CATEGORY } from '#server/content/categories.ts';
import type { Route } from './+types/categories';

export async function loader({ context }: Route.LoaderArgs) {
  const { allCategories, categories } = (await context.get(shopContext).content()).catalogue;
  const onHome = onLandingPage(categories).map(({ slug }) => slug);
  return {
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

const placePath = (category: string) => href('/owner/categories/:category/place', { category });

export default function Categories({ loaderData: { rows, newPath } }: Route.ComponentProps) {
  const moves = useMoves(placePath);
  return (
    <Screen
      title="Categories"
      above={{ path: href('/owner/cakes'), title: 'Cakes' }}
      summary="The first seven are on the home page, in this order."
    >
      <p className={kit.actions}>
        <ActionLink to={newPath}>New category</ActionLink>
      </p>
      {moves.problem}
      <ul className={`${kit.section} ${kit.rows}`}>
        {rows.map((row, place) => (
          <li
            key={row.id}
            id={row.id}
            className={styles.row}
            data-hidden={!row.isShown || undefined}
            {...moves.rowProps(row.id)}
          >
            <Photo file={row.img} sizes="4rem" alt="" className={`thumbnail ${styles.photo}`} />
            <div>
              <p className={styles.name}>
                <Link to={href('/owner/categories/:category', { category: row.id })}>
                  {row.title}
                </Link>
              </p>
              {row.note && <p className={kit.quiet}>{row.note}</p>}
            </div>
            <MoveButtons moves={moves} rows={rows} place={place} anchor={row.id} />
          </li>
        ))}
      </ul>
    </Screen>
  );
}
