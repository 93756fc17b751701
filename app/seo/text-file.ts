/** A small file for machines, made from the catalogue or the settings. */
export function textFile(body: string, type: string): Response {
  return new Response(body, { headers: { 'Content-Type': type } });
}
