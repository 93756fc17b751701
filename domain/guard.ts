// Type guards for data from outside, for the browser: zod weighs 14 kB there (decision 010). The
// domain's guards agree with its schemas: `guards.test.ts`.

/** Tells whether a value has a type. It may have unknown properties too. */
type Guard<T> = (value: unknown) => value is T;

export function isString(value: unknown): value is string {
  return typeof value === 'string';
}

export function isNonEmpty(value: unknown): value is string {
  return isString(value) && value !== '';
}

export function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

export function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}

export function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

export function matching(pattern: RegExp): Guard<string> {
  return (value): value is string => isString(value) && pattern.test(value);
}

export function oneOf<T extends string>(options: readonly T[]): Guard<T> {
  return (value): value is T => options.some((option) => option === value);
}

export function nullable<T>(guard: Guard<T>): Guard<T | null> {
  return (value): value is T | null => value === null || guard(value);
}

export function optional<T>(guard: Guard<T>): Guard<T | undefined> {
  return (value): value is T | undefined => value === undefined || guard(value);
}

export function arrayOf<T>(guard: Guard<T>): Guard<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every((item) => guard(item));
}

/** An object whose properties pass their guards. A missing property counts as undefined. */
export function objectOf<T extends object>(
  guards: {
    [Key in keyof T]-?: Guard<T[Key]>;
  },
): Guard<T> {
  return (value): value is T => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    for (const key in guards) {
      if (!guards[key](Reflect.get(value, key))) return false;
    }
    return true;
  };
}

/** `JSON.parse` that returns undefined for text that is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
