import { useEffect } from 'react';
import { whenIdle } from '#app/ui/lazy.ts';
import { prefetchToken } from './bot-check.ts';

/** For a page that is looked at by those who may order: once it stands and is idle. */
export function usePrefetchToken(): void {
  useEffect(() => whenIdle(prefetchToken), []);
}
