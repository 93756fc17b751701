import { href } from 'react-router';
import appleTouchIcon from './icons/apple-touch-icon.png?no-inline';
import favicon from './icons/favicon.svg?no-inline';
import icon48 from './icons/icon-48.png?no-inline';

/** The mark wherever a browser shows it outside the page. The PNG is for those that draw no SVG. */
export function ShopIcons() {
  return (
    <>
      <link rel="icon" type="image/png" sizes="48x48" href={icon48} />
      <link rel="icon" type="image/svg+xml" sizes="any" href={favicon} />
      <link rel="apple-touch-icon" href={appleTouchIcon} />
      <link rel="manifest" href={href('/site.webmanifest')} />
      <meta name="theme-color" content={MARZIPAN} />
    </>
  );
}

/** The pages' ground, for what cannot read `tokens.css`: a browser's own frame, a home screen. */
export const MARZIPAN = '#fbf4e6';
