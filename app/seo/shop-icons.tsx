import { href } from 'react-router';
import appleTouchIcon from './icons/apple-touch-icon.png?no-inline';
import favicon from './icons/favicon.svg?no-inline';
import icon48 from './icons/icon-48.png?no-inline';

/** The icons of the shop. The PNG is for browsers without SVG icons. */
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

/** The background colour `--marzipan`, for the browser's frame and the web manifest. */
export const MARZIPAN = '#fbf4e6';
