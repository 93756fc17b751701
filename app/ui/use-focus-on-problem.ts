import { useEffect } from 'react';

/**
 * Shows why a form was rejected: its answer is a new document, which is shown from its top. Focuses the first
 * field that is marked, or else the reason: an alert that a document begins with is not announced.
 */
export function useFocusOnProblem(): void {
  useEffect(() => {
    const field = document.querySelector<HTMLElement>('main [aria-invalid="true"]');
    const problem = field ?? document.querySelector<HTMLElement>('main [role="alert"]');
    if (problem && !field) problem.tabIndex = -1;
    problem?.scrollIntoView({ block: 'center', behavior: 'instant' });
    problem?.focus({ preventScroll: true });
  }, []);
}
