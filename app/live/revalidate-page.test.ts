import { createMemoryRouter, type DataStrategyFunctionArgs } from 'react-router';
import { expect, test } from 'vitest';
import { type Answers, pageHolder } from './loader-results.ts';
import { askAgain } from './revalidate-page.ts';

const NOT_FOUND = { status: 404, statusText: 'Not Found', internal: false, data: null };

/** Calls the loaders as the pages' own router does, with the page's holder round them. */
async function askLoaders(args: DataStrategyFunctionArgs): Promise<Answers> {
  const next = async () => {
    const answers = args.matches.map(async (match) => [match.route.id, await match.resolve()]);
    return Object.fromEntries(await Promise.all(answers));
  };
  return (await pageHolder(args, next)) ?? {};
}

/** A page that has been loaded, and what its loader does from then on. */
async function openPage(thenAnswers: () => unknown) {
  let answer = (): unknown => 'as it was';
  const router = createMemoryRouter(
    [
      { id: 'cake', path: '/cake', loader: () => answer() },
      { id: 'home', path: '/', loader: () => answer() },
    ],
    { initialEntries: ['/cake'], dataStrategy: askLoaders },
  ).initialize();
  await router.revalidate();
  answer = thenAnswers;
  const gone: (string | undefined)[] = [];
  return {
    router,
    gone,
    ask: () =>
      askAgain({
        topics: 'cakes',
        concerns: () => true,
        version: 1,
        pathname: '/cake',
        revalidate: () => router.revalidate(),
        setGone: (pathname) => gone.push(pathname),
      }),
    shown: () => ({ data: router.state.loaderData.cake, errors: router.state.errors }),
  };
}

test('new data take the place of the old', async () => {
  const page = await openPage(() => 'as it is');
  expect(await page.ask()).toBe(true);
  expect(page.shown()).toEqual({ data: 'as it is', errors: null });
  expect(page.gone).toEqual([undefined]);
});

test('a page that has gone stands as it was, and says that it has gone', async () => {
  const page = await openPage(() => {
    throw NOT_FOUND;
  });
  expect(await page.ask()).toBe(true);
  expect(page.shown()).toEqual({ data: 'as it was', errors: null });
  expect(page.gone).toEqual(['/cake']);
});

test('a question that fails leaves the page as it was', async () => {
  const page = await openPage(() => {
    throw new TypeError('Failed to fetch');
  });
  expect(await page.ask()).toBe(false);
  expect(page.shown()).toEqual({ data: 'as it was', errors: null });
  expect(page.gone).toEqual([]);
});

test('whoever is on the way to another page sees what it says, and its errors', async () => {
  const page = await openPage(() => {
    throw NOT_FOUND;
  });
  const left = page.router.navigate('/');
  expect(await page.ask()).toBe(false);
  await left;
  expect(page.router.state.errors).toEqual({ home: NOT_FOUND });
});
