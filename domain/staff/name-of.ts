/** The name for a sentence. Nobody has made the first contents of a shop. */
export function nameOf(
  names: ReadonlyMap<string, string>,
  personId: string | null | undefined,
): string {
  return names.get(personId ?? '') ?? 'Somebody';
}
