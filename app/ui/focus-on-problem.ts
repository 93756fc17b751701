import { useEffect } from 'react';

/** A form that is refused without scripts is a new document, which is shown from its top. */
export function useFocusOnProblem(): void {
  useEffect(() => focusOnProblem(document.querySelector('main')), []);
}

/**
 * Shows why a form was refused: focuses the first field in it that is marked, or else the reason, since an alert that a
 * document begins with is not announced. The reason of a part of the form comes after that of the whole.
 */
export function focusOnProblem(within: Element | null): void {
  const field = within?.querySelector<HTMLElement>('[aria-invalid="true"]');
  const reasons = within?.querySelectorAll<HTMLElement>('[role="alert"]') ?? [];
  const problem = field ?? [...reasons].at(-1);
  if (problem && !field) problem.tabIndex = -1;
  problem?.scrollIntoView({ block: 'center', behavior: 'instant' });
  problem?.focus({ preventScroll: true });
}
