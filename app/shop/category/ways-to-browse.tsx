import { href, Link } from 'react-router';
import { categoryPath } from '#app/seo/addresses.ts';
import { useCafe } from '#app/ui/cafe.ts';
import frame from '#app/ui/frame.module.css';
import type { Category } from '#domain/catalogue/catalogue.ts';
import { diets } from '#domain/catalogue/diets.ts';
import { cardTitle } from '#domain/catalogue/landing-page.ts';
import { sorts } from '#domain/catalogue/sort-cakes.ts';
import { type ListChoice, listPath } from './list-path.ts';
import styles from './ways-to-browse.module.css';

interface WaysToBrowseProps {
  categories: Category[];
  /** Undefined on the page of all cakes. */
  category?: Category;
  choice: ListChoice;
  /** The cakes that suit the choice. */
  cards: unknown[];
  /** The number of all of the list. */
  unfiltered: number;
}

/** Links to the other categories, and to the same list for other diets and in another order. Each keeps the rest. */
export function WaysToBrowse({
  categories,
  category,
  choice,
  cards,
  unfiltered,
}: WaysToBrowseProps) {
  const { allergenNote } = useCafe();
  const path = category ? categoryPath(category) : href('/cakes');
  return (
    <div className={`${styles.ways} page lines`}>
      {/* By keyboard the cakes are behind some twenty links. */}
      {cards.length > 0 && (
        <a className={frame.skip} href="#shelf">
          Skip to the cakes
        </a>
      )}
      <nav aria-label="Categories">
        <ul className={`${styles.row} cluster`}>
          <Chip to={listPath(href('/cakes'), choice)} isCurrent={!category}>
            All cakes
          </Chip>
          {categories.map((each) => (
            <Chip
              key={each.id}
              to={listPath(categoryPath(each), choice)}
              isCurrent={each.slug === category?.slug}
            >
              {cardTitle(each.title)}
            </Chip>
          ))}
        </ul>
      </nav>
      <div className={`${styles.narrow} cluster`}>
        <nav aria-label="Diets">
          <ul className={`${styles.row} cluster`}>
            {diets.map(({ diet, name }) => {
              const isChosen = choice.diets.includes(diet);
              const others = choice.diets.filter((one) => one !== diet);
              return (
                <li key={diet}>
                  <Link
                    ref={isChosen ? scrollRowTo : undefined}
                    to={listPath(path, { ...choice, diets: isChosen ? others : [...others, diet] })}
                    aria-current={isChosen}
                    preventScrollReset
                    className={`${styles.chip} ${styles.diet}`}
                  >
                    {name}
                  </Link>
                </li>
              );
            })}
          </ul>
        </nav>
        <div className={`${styles.counted} cluster`}>
          <p role="status" className={styles.count}>
            {cards.length === unfiltered ? '' : `${cards.length} of `}
            {unfiltered === 1 ? '1 cake' : `${unfiltered} cakes`}
          </p>
          <nav aria-label="Order of the cakes">
            <ul className={`${styles.sorts} cluster`}>
              {[{ sort: undefined, name: 'Our order' }, ...sorts].map(({ sort, name }) => (
                <li key={name}>
                  <Link
                    to={listPath(path, { ...choice, sort })}
                    aria-current={sort === choice.sort}
                    preventScrollReset
                    className={styles.sort}
                  >
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </div>
      {choice.diets.length > 0 && <p className={styles.note}>{allergenNote}</p>}
    </div>
  );
}

function Chip({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: string }) {
  return (
    <li>
      <Link
        ref={isCurrent ? scrollRowTo : undefined}
        to={to}
        aria-current={isCurrent ? 'page' : undefined}
        className={styles.chip}
      >
        {children}
      </Link>
    </li>
  );
}

/** On a phone the row scrolls sideways. `scrollIntoView` would also scroll the page. */
function scrollRowTo(chip: HTMLElement | null): void {
  const row = chip?.closest('ul');
  if (chip && row) row.scrollLeft += middle(chip) - middle(row);
}

function middle(element: Element): number {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
}
