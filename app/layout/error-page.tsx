import { href, isRouteErrorResponse } from 'react-router';
import { ButtonLink } from '#app/ui/button.tsx';
import { PhoneLink } from '#app/ui/text.tsx';
import { cafe } from '#cafe/cafe.ts';
import styles from './error-page.module.css';
import { Footer } from './footer.tsx';
import { Logo } from './navbar.tsx';

/** Uses no loader data and not the usual layout: either may have failed. */
export function ErrorPage({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const title = TITLES[status] ?? 'Something went wrong on our side';
  return (
    <>
      <title>{`${title} · ${cafe.name}`}</title>
      <meta name="robots" content="noindex" />
      <header className={styles.header}>
        <Logo />
      </header>
      <main className={styles.main}>
        <h1>{title}</h1>
        {status === 404 ? <NotFound /> : <Failed />}
      </main>
      <Footer />
    </>
  );
}

function NotFound() {
  return (
    <>
      <p>
        The address may have a slip in it, or the cake may have left the counter. If you were
        looking for an order, ring us on <PhoneLink /> and we will find it together.
      </p>
      <div className={styles.ways}>
        <ButtonLink to={`${href('/')}#cakes`}>See the cakes</ButtonLink>
        <ButtonLink variant="outline" to={href('/')}>
          Back to the home page
        </ButtonLink>
      </div>
    </>
  );
}

function Failed() {
  return (
    <>
      <p>
        We are sorry. Your basket is safe in this browser. Please try again in a moment, or ring us
        on <PhoneLink /> and we will take your order by hand.
      </p>
      <div className={styles.ways}>
        <ButtonLink to={href('/')} reloadDocument>
          Back to the home page
        </ButtonLink>
      </div>
    </>
  );
}

const TITLES: Record<number, string> = {
  404: 'We could not find that page',
  503: 'We cannot show this page just now',
};
