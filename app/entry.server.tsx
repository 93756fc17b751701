import { renderToReadableStream, renderToString } from 'react-dom/server';
import { type EntryContext, type HandleErrorFunction, ServerRouter } from 'react-router';
import { HydrationDataContext } from './hydration/hydration-scripts.tsx';
import { takeHydrationData } from './hydration/router-internals.ts';
import { siteContext } from './shop-context.ts';

/** Renders a page whole before it is sent, so that its status is right and it can be cached. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8');
  if (import.meta.env.DEV) return renderWithRouterStream(request, status, headers, context);
  // Without the router's stream no part of a page suspends, so `renderToString` does what a stream
  // would at two thirds of the CPU.
  const hydrationData = await takeHydrationData(context);
  const html = renderToString(
    <HydrationDataContext value={hydrationData}>
      <ServerRouter context={context} url={request.url} />
    </HydrationDataContext>,
  );
  // As bytes: a text would be encoded again for each reader of the response.
  const content = new TextEncoder().encode(`<!DOCTYPE html>${html}`);
  return new Response(content, { status, headers });
}

/** In development the router prints its own inline scripts, which Vite's hot reload needs. */
async function renderWithRouterStream(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const stream = await renderToReadableStream(<ServerRouter context={context} url={request.url} />);
  await stream.allReady;
  return new Response(stream, { status, headers });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // A client that has left is not an error.
  if (!request.signal.aborted) context.get(siteContext).report(error);
};
