import { href } from 'react-router';
import { siteContext } from '#app/shop-context.ts';
import type { Route } from './+types/robots';
import { absolute } from './addresses.ts';

/** `/robots.txt`: excludes the API and the pages of an order. */
export function loader({ context }: Route.LoaderArgs) {
  const lines = [
    'User-agent: *',
    'Disallow: /api/',
    `Disallow: ${href('/payment-loading')}`,
    `Disallow: ${href('/thank-you-page/:order', { order: '' })}`,
    `Disallow: ${href('/pay/:token', { token: '' })}`,
    `Disallow: ${href('/my-order/:token', { token: '' })}`,
    `Disallow: ${href('/ask/:token', { token: '' })}`,
    `Disallow: ${href('/calendar-feed/:token', { token: '' })}`,
    '',
    `Sitemap: ${absolute(context.get(siteContext).origin, href('/sitemap.xml'))}`,
    '',
  ];
  return new Response(lines.join('\n'), {
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}
