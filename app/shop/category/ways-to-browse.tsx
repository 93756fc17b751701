import { href, Link } from 'react-router';
import { categoryPath } from '#app/seo/addresses.ts';
import type { Category } from '#domain/catalogue/catalogue.ts';
import { type Diet, diets } from '#domain/catalogue/diets.ts';
import { cardTitle } from '#domain/catalogue/landing-page.ts';
import { dietQuery } from './diet-query.ts';
import styles from './ways-to-browse.module.css';

interface WaysToBrowseProps {
  categories: Category[];
  /** The slug of the page's category; undefined on the page of all cakes. */
  current?: string;
  chosen?: Diet[];
}

/** Links to every category, and to all cakes for a diet. */
export function WaysToBrowse({ categories, current, chosen = [] }: WaysToBrowseProps) {
  return (
    <div className={styles.ways}>
      <nav aria-label="Categories">
        <ul className={`${styles.row} ${styles.categories}`}>
          <Chip to={href('/cakes')} title="All cakes" isCurrent={current === undefined} />
          {categories.map((category) => (
            <Chip
              key={category.id}
              to={categoryPath(category)}
              title={cardTitle(category.title)}
              isCurrent={category.slug === current}
            />
          ))}
        </ul>
      </nav>
      <nav aria-label="Diets">
        <ul className={styles.row}>
          {diets.map(({ diet, name }) => {
            const isChosen = chosen.includes(diet);
            const next = isChosen ? chosen.filter((one) => one !== diet) : [...chosen, diet];
            return (
              <li key={diet}>
                <Link
                  to={`${href('/cakes')}${dietQuery(next)}`}
                  aria-current={isChosen}
                  preventScrollReset={current === undefined}
                  className={`${styles.chip} ${styles.diet}`}
                >
                  {name}
                </Link>
              </li>
            );
          })}
        </ul>
      </nav>
    </div>
  );
}

function Chip({ to, title, isCurrent }: { to: string; title: string; isCurrent: boolean }) {
  return (
    <li>
      <Link
        ref={isCurrent ? scrollRowTo : undefined}
        to={to}
        aria-current={isCurrent ? 'page' : undefined}
        className={styles.chip}
      >
        {title}
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
