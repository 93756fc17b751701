/** Whether a record, if it is one, has this value in a field, or among others in it. */
export function says(record: unknown, field: string, value: string): boolean {
  if (typeof record !== 'object' || record === null) return false;
  const found: unknown = Reflect.get(record, field);
  return Array.isArray(found) ? found.includes(value) : found === value;
}
