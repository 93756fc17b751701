import { createMemoryRouter, type DataStrategyFunctionArgs, redirect } from 'react-router';
import { expect, test } from 'vitest';
import { readEvent, revalidatePage } from './follow-changes.ts';
import { type LoaderResults, loaderResultsMiddleware } from './loader-results.ts';

const NOT_FOUND = { status: 404, statusText: 'Not Found', internal: false, data: null };

/** Calls the loaders as the router in the browser does, with the middleware around them. */
async function callLoaders(args: DataStrategyFunctionArgs): Promise<LoaderResults> {
  const next = async () => {
    const results = args.matches.map(async (match) => [match.route.id, await match.resolve()]);
    return Object.fromEntries(await Promise.all(results));
  };
  return (await loaderResultsMiddleware(args, next)) ?? {};
}

/** Answers a form, as an action on the server does. */
function leadHome(): never {
  throw redirect('/');
}

/** @param reload what the loader of a page that has been opened does from then on. */
async function openPage(reload: () => unknown) {
  let load = (): unknown => 'as it was';
  const router = createMemoryRouter(
    [
      { id: 'cake', path: '/cake', loader: () => load(), action: leadHome },
      { id: 'home', path: '/', loader: () => load() },
    ],
    { initialEntries: ['/cake'], dataStrategy: callLoaders },
  ).initialize();
  await router.revalidate();
  load = reload;
  const gone: (string | undefined)[] = [];
  const signedOut: boolean[] = [];
  return {
    router,
    gone,
    signedOut,
    revalidatePage: () =>
      revalidatePage({
        pathname: '/cake',
        revalidate: () => router.revalidate(),
        setGone: (pathname) => gone.push(pathname),
        setSignedOut: (isSignedOut) => signedOut.push(isSignedOut),
      }),
    shown: () => ({ data: router.state.loaderData.cake, errors: router.state.errors }),
  };
}

test('new data replace the old', async () => {
  const page = await openPage(() => 'as it is');
  expect(await page.revalidatePage()).toBe(true);
  expect(page.shown()).toEqual({ data: 'as it is', errors: null });
  expect(page.gone).toEqual([undefined]);
});

test('a page that does not exist any more stays as it was, and reports it', async () => {
  const page = await openPage(() => {
    throw NOT_FOUND;
  });
  expect(await page.revalidatePage()).toBe(true);
  expect(page.shown()).toEqual({ data: 'as it was', errors: null });
  expect(page.gone).toEqual(['/cake']);
});

test('a failed revalidation leaves the page as it was', async () => {
  const page = await openPage(() => {
    throw new TypeError('Failed to fetch');
  });
  expect(await page.revalidatePage()).toBe(false);
  expect(page.shown()).toEqual({ data: 'as it was', errors: null });
  expect(page.gone).toEqual([]);
});

test('a page whose session has ended stays as it was, and reports it', async () => {
  const page = await openPage(() => {
    throw { ...NOT_FOUND, status: 401 };
  });
  expect(await page.revalidatePage()).toBe(false);
  expect(page.shown()).toEqual({ data: 'as it was', errors: null });
  expect(page.signedOut).toEqual([true]);
});

test('a form that is sent meanwhile is answered', async () => {
  const loading = Promise.withResolvers<void>();
  const loaded = Promise.withResolvers<string>();
  const page = await openPage(() => {
    loading.resolve();
    return loaded.promise;
  });
  const revalidated = page.revalidatePage();
  await loading.promise;
  const sent = page.router.fetch('a form', 'cake', '/cake', {
    formMethod: 'post',
    formData: new FormData(),
  });
  loaded.resolve('as it is');
  await Promise.all([revalidated, sent]);
  expect(page.router.state.location.pathname).toBe('/');
});

test('a visitor who navigates to another page meanwhile sees its errors', async () => {
  const page = await openPage(() => {
    throw NOT_FOUND;
  });
  const left = page.router.navigate('/');
  expect(await page.revalidatePage()).toBe(false);
  await left;
  expect(page.router.state.errors).toEqual({ home: NOT_FOUND });
});

test.each(['not JSON', 'null', '[]', '7'])(
  'an event that cannot be read, %s, has no path',
  (data) => {
    expect(readEvent(data).path).toBeUndefined();
  },
);
