import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import {
  createRequestHandler,
  type EntryContext,
  Outlet,
  Scripts,
  type ServerBuild,
  ServerRouter,
} from 'react-router';
import routerPackage from 'react-router/package.json' with { type: 'json' };
import { expect, test } from 'vitest';
import { takeHydrationData, WRITTEN_FOR_REACT_ROUTER } from './router-internals.ts';

test('the installed React Router is the version that router-internals.ts was written for', () => {
  expect(
    routerPackage.version,
    'Compare the new <Scripts>, <ScrollRestoration> and HydratedRouter with router-internals.ts, the manifest with preload-screens.ts, and the context of the router with open-dialogs.ts.',
  ).toBe(WRITTEN_FOR_REACT_ROUTER);
});

test("the hydration data are what the router's own scripts hand over", async () => {
  let html = '';
  let taken: Awaited<ReturnType<typeof takeHydrationData>> | undefined;
  const handle = createRequestHandler(
    buildWith(async (context) => {
      taken = await takeHydrationData(context);
      html = renderToString(
        createElement(ServerRouter, { context, url: 'https://shop.example/page' }),
      );
    }),
  );
  await handle(new Request('https://shop.example/page'));

  const [, context = ''] = /window\.__reactRouterContext = (\{.*?\});window/.exec(html) ?? [];
  expect(taken?.context).toEqual(JSON.parse(context));
  expect(taken?.loaderData).toContain('from the loader');
  expect(html).toContain('import "/assets/manifest.js"');
  expect(taken?.manifest).toBe('/assets/manifest-visitors.js');
  expect(html).toContain(`import("${taken?.entry}")`);
  expect(taken?.routes).toEqual([
    ['root', '/assets/root.js'],
    ['page', '/assets/page.js'],
  ]);
  for (const [index, [id, url]] of (taken?.routes ?? []).entries()) {
    expect(html).toContain(`import * as route${index} from "${url}"`);
    expect(html).toContain(`"${id}":route${index}`);
  }
  expect(taken?.imports.toSorted()).toEqual(['/assets/framework.js', '/assets/shop.js']);
});

test('only pages for staff load the whole route manifest', async () => {
  let taken: Awaited<ReturnType<typeof takeHydrationData>> | undefined;
  const handle = createRequestHandler(
    buildWith(async (context) => {
      taken = await takeHydrationData(context);
    }, 'owner/today'),
  );
  await handle(new Request('https://shop.example/page'));
  expect(taken?.manifest).toBe('/assets/manifest.js');
});

/** A build of two routes that the router renders with its own scripts. */
function buildWith(
  onRender: (context: EntryContext) => Promise<void>,
  pageId = 'page',
): ServerBuild {
  const asset = (id: string, path: string, parentId?: string) => ({
    id,
    path,
    parentId,
    module: `/assets/${id}.js`,
    imports: ['/assets/framework.js', '/assets/shop.js'],
    hasAction: false,
    hasLoader: true,
    hasClientAction: false,
    hasClientLoader: false,
    hasClientMiddleware: false,
    hasErrorBoundary: false,
    hasDefaultExport: true,
    clientActionModule: undefined,
    clientLoaderModule: undefined,
    clientMiddlewareModule: undefined,
    hydrateFallbackModule: undefined,
  });
  const root = () => createElement('html', null, createElement(Outlet), createElement(Scripts));
  return {
    entry: {
      module: {
        default: async (_request, status, headers, context) => {
          await onRender(context);
          return new Response(null, { status, headers });
        },
      },
    },
    routes: {
      root: { id: 'root', path: '', module: { default: root } },
      [pageId]: {
        id: pageId,
        parentId: 'root',
        path: 'page',
        module: { default: () => null, loader: () => ({ text: 'from the loader' }) },
      },
    },
    assets: {
      entry: { module: '/assets/entry.js', imports: ['/assets/framework.js'] },
      routes: { root: asset('root', ''), [pageId]: asset(pageId, 'page', 'root') },
      url: '/assets/manifest.js',
      version: '1',
    },
    basename: '/',
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  };
}
