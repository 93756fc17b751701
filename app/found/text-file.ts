/** A small file for machines, made from the catalogue or the settings: an hour old is fresh enough. */
export function textFile(body: string, type: string): Response {
  return new Response(body, {
    headers: { 'Content-Type': type, 'Cache-Control': 'public, max-age=3600' },
  });
}
