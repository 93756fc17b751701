/** The name for a sentence: a command has none. */
export function nameOf(
  names: ReadonlyMap<string, string>,
  personId: string | null | undefined,
): string {
  return names.get(personId ?? '') ?? 'Somebody';
}
