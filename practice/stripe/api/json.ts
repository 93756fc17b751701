/** An object as it goes out in an answer. */
export type JsonObject = Record<string, unknown>;

/** Whether a value has keys to look up. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
