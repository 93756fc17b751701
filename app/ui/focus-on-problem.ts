import { useEffect } from 'react';

/** A form that is refused without scripts is a new document, which is shown from its top. */
export function useFocusOnProblem(): void {
  useEffect(() => focusOnProblem(document.querySelector('main')), []);
}

/**
 * Shows why a form was refused: focuses the first field in it that is marked, or else the reason, since an alert that a
 * document begins with is not announced.
 */
export function focusOnProblem(within: Element | null): void {
  const field = within?.querySelector<HTMLElement>('[aria-invalid="true"]');
  const problem = field ?? within?.querySelector<HTMLElement>('[role="alert"]');
  if (problem && !field) problem.tabIndex = -1;
  problem?.scrollIntoView({ block: 'center', behavior: 'instant' });
  problem?.focus({ preventScroll: true });
}
