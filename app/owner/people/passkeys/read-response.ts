/** The authenticator's response in a request's JSON; undefined if there is none. */
export async function readResponse(request: Request): Promise<unknown> {
  const body: unknown = await request.json().catch(() => undefined);
  return typeof body === 'object' && body !== null && 'response' in body
    ? body.response
    : undefined;
}

export function rejected(): Response {
  return Response.json({ ok: false }, { status: 403 });
}

/** For GET: without a loader the router would log an error for each. */
export function onlyPost(): Response {
  return new Response(null, { status: 405, headers: { Allow: 'POST' } });
}
