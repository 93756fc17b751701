import type { HonoRequest } from 'hono';

/** More than the fields and twenty photos have, where a line's end comes by chance once in 65 kB. */
const MOST_LINES = 10_000;
const LINE_END = '\r\n';

/**
 * Reads a form with photos. Its lines are counted first: 45 MB have room for a million empty parts, or nine million headers
 * of one, which would block the server for ten seconds and take a gigabyte.
 * @returns undefined if it is no such form, has too many lines or did not arrive whole.
 */
export async function readPhotoForm(request: HonoRequest): Promise<FormData | undefined> {
  const type = request.header('Content-Type') ?? '';
  // The other encoding has no photos, and room for twenty million fields.
  if (!/^multipart\/form-data;/i.test(type)) return undefined;
  const body = await request.arrayBuffer().catch(() => undefined);
  if (!body || hasTooManyLines(Buffer.from(body))) return undefined;
  const whole = new Response(body, { headers: { 'Content-Type': type } });
  return whole.formData().catch(() => undefined);
}

function hasTooManyLines(body: Buffer): boolean {
  let at = -LINE_END.length;
  for (let lines = 0; lines <= MOST_LINES; lines += 1) {
    at = body.indexOf(LINE_END, at + LINE_END.length);
    if (at === -1) return false;
  }
  return true;
}
