import { useState } from 'react';

/**
 * What a screen was opened with. A live update loads the loader's data again and drops the action's answer, but a form
 * keeps what it was made from, and what was said about it.
 */
export function useInitial<Value>(value: Value): Value {
  const [initial] = useState(() => value);
  return initial;
}
