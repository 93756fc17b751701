import { useEffect } from 'react';

/** Shows why a form was rejected: its answer is a new document, which is shown from its top. */
export function useFocusOnProblem(): void {
  useEffect(() => {
    const problem = document.querySelector<HTMLElement>(
      'main :is([aria-invalid="true"], [role="alert"])',
    );
    problem?.scrollIntoView({ block: 'center', behavior: 'instant' });
    problem?.focus({ preventScroll: true });
  }, []);
}
