import { href, Link, useLocation } from 'react-router';

/** The entries that lead somewhere, for the navbar and the mobile menu; BASKET opens the drawer. */
export function NavEntries({ onFollow }: { onFollow?: () => void }) {
  // CONTACT stays on the page: what it was given stays too, and Back leads to the page before.
  const state: unknown = useLocation().state;
  return (
    <>
      <li>
        <Link to={href('/about-us')} onClick={onFollow}>
          ABOUT US
        </Link>
      </li>
      <li>
        <Link to={`${href('/')}#cakes`} onClick={onFollow}>
          CAKES
        </Link>
      </li>
      <li>
        <Link to={`${href('/')}#gallery`} onClick={onFollow}>
          GALLERY
        </Link>
      </li>
      <li>
        <Link to={{ hash: 'contact' }} state={state} replace onClick={onFollow}>
          CONTACT
        </Link>
      </li>
    </>
  );
}
