import { use } from 'react';
import { href, isRouteErrorResponse, useLocation } from 'react-router';
import { Mark } from '#app/ui/brand.tsx';
import { ButtonLink } from '#app/ui/button.tsx';
import { SiteDataContext } from '#app/ui/site-data.ts';
import { PhoneLink } from '#app/ui/text.tsx';
import { isUnreachable } from '#app/ui/unreachable.ts';
import styles from './error-page.module.css';

/** The content of a page that could not be shown. */
export function ErrorMessage({ error }: { error: unknown }) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const isMissing = status === 404;
  const cafe = use(SiteDataContext)?.cafe;
  const { pathname, search } = useLocation();
  const { title, text, way } = isMissing
    ? missingIn(error)
    : isUnreachable(error)
      ? unreachable(pathname + search)
      : failure(status, error);
  return (
    <div className={`${styles.message} page`}>
      <title>{cafe ? `${title} · ${cafe.name}` : title}</title>
      <meta name="robots" content="noindex" />
      <h1>{title}</h1>
      <p>
        {text}
        {cafe && (
          <>
            {' '}
            You can also ring us on <PhoneLink />.
          </>
        )}
      </p>
      <ButtonLink to={way.path} reloadDocument={!isMissing}>
        {way.title}
      </ButtonLink>
    </div>
  );
}

/** Without the usual layout and the cafe's words, which could not be loaded. */
export function BareErrorPage({ error }: { error: unknown }) {
  return (
    <>
      <header className={`${styles.header} page`}>
        <Mark />
      </header>
      <main>
        <ErrorMessage error={error} />
      </main>
    </>
  );
}

interface Explanation {
  title: string;
  text: string;
  way: { path: string; title: string };
}

function missingIn(error: unknown): Explanation {
  const unknownPage = {
    title: 'We could not find that page',
    text: 'The address may be mistyped.',
    way: { path: `${href('/')}#cakes`, title: 'See the cakes' },
  };
  return { ...unknownPage, ...explanationIn(error) };
}

/** A loader may say more with `data(explanation, { status: 404 })`, which costs the browser no script. */
function explanationIn(error: unknown): Partial<Explanation> {
  return isRouteErrorResponse(error) ? error.data : {};
}

function unreachable(path: string): Explanation {
  return {
    title: 'We could not reach the cafe’s server',
    text: 'Are you connected to the internet? Your basket is safe in this browser.',
    way: { path, title: 'Try again' },
  };
}

function failure(status: number, error: unknown): Explanation {
  return {
    title:
      status === 503 ? 'We cannot show this page just now' : 'Something went wrong on our side',
    text: 'We are sorry. Your basket is safe in this browser. Please try again in a moment.',
    way: { path: href('/'), title: 'Back to the home page' },
    ...explanationIn(error),
  };
}
