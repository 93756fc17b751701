import { useEffect } from 'react';
import { showInterest } from './bot-check.ts';

/** For a page that is looked at by those who may order: once it stands and is idle. */
export function useInterest(): void {
  useEffect(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(showInterest);
    else setTimeout(showInterest, 1);
  }, []);
}
