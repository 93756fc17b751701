/** The response of a resource route. */
export function textFile(body: string, type: string): Response {
  return new Response(body, { headers: { 'Content-Type': type } });
}
