import { LazyDrawer } from '#app/ui/lazy-drawer.tsx';
import { stored } from '#app/ui/stored.ts';

/** The order with which this tab left for the card checkout. */
export const leftForCheckout = stored('sessionStorage', 'left-for-checkout', isText);

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** The drawer with the pick-up details. */
export function PickUpPanel() {
  return (
    <LazyDrawer id="pick-up" title="Pick up at the cafe" load={loadContent}>
      {(Content) => <Content />}
    </LazyDrawer>
  );
}

async function loadContent() {
  return (await import('./pick-up-content.tsx')).PickUpContent;
}
