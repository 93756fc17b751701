import { renderToReadableStream } from 'react-dom/server';
import { type EntryContext, type HandleErrorFunction, ServerRouter } from 'react-router';
import { readHydrationData } from './hydration/hydration-data.ts';
import { HydrationDataContext } from './hydration/hydration-scripts.tsx';
import { reportContext } from './shop-context.ts';

/** Renders a page whole before it is sent: its status is right, and what is sent can be kept. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  let responseStatus = status;
  const hydrationData = import.meta.env.DEV ? undefined : await readHydrationData(context);
  // Read to its end for the hydration data, so the router must not print it as well.
  if (hydrationData) delete context.serverHandoffStream;
  const stream = await renderToReadableStream(
    <HydrationDataContext value={hydrationData}>
      <ServerRouter context={context} url={request.url} />
    </HydrationDataContext>,
    {
      onError() {
        responseStatus = 500;
      },
    },
  );
  await stream.allReady;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(stream, { status: responseStatus, headers });
}

export const handleError: HandleErrorFunction = (error, { request, context }) => {
  // A visitor who leaves is no error.
  if (!request.signal.aborted) context.get(reportContext)(error);
};
