import { index, type RouteConfig, route } from '@react-router/dev/routes';

/** All pages (spec §2). `href()` accepts only these paths. */
export default [
  index('pages/home/home.tsx'),
  route('cakes', 'pages/category/all-cakes.tsx'),
  route('cakes/:category', 'pages/category/category.tsx'),
  route('cakes/:category/:cake', 'pages/cake/cake.tsx'),
  route('about-us', 'pages/about-us/about-us.tsx'),
  route('privacy', 'pages/privacy/privacy.tsx'),
  route('terms', 'pages/terms/terms.tsx'),
  route('payment-loading', 'pages/payment-loading/payment-loading.tsx'),
  route('thank-you-page/:order', 'pages/thank-you/thank-you.tsx'),
  // Staff. Screens have the owner's layout; signing in and prints have none.
  route('owner', 'owner/owner-layout.tsx', [
    index('owner/today/today.tsx'),
    route('more', 'owner/more/more.tsx'),
    route('you', 'owner/people/you.tsx'),
    route('people', 'owner/people/people.tsx'),
    route('*', 'owner/no-such-screen.tsx'),
  ]),
  route('owner/print/bake-sheet/:day', 'owner/print/bake-sheet.tsx'),
  route('owner/print/tickets/:day', 'owner/print/tickets.tsx'),
  route('owner/print/label/:order/:day', 'owner/print/label.tsx'),
  route('owner/sign-in', 'owner/sign-in/sign-in.tsx'),
  route('owner/sign-in/code', 'owner/sign-in/code.tsx'),
  route('owner/sign-out', 'owner/sign-in/sign-out.ts'),
  route('owner/welcome', 'owner/welcome/welcome.tsx'),
  route('owner/passkeys/sign-in', 'owner/passkeys/sign-in.ts'),
  route('owner/passkeys/add', 'owner/passkeys/add.ts'),
  route('sitemap.xml', 'seo/sitemap.ts'),
  route('robots.txt', 'seo/robots.ts'),
  route('site.webmanifest', 'seo/web-manifest.ts'),
  route('*', 'pages/not-found/not-found.tsx'),
] satisfies RouteConfig;
