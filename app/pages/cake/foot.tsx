import { useLazy } from '#app/ui/use-lazy.ts';
import type { Category } from '#domain/catalogue/catalogue.ts';
import type { BuyBarProps } from './buy-bar.tsx';
import { useScrolledPast } from './use-scrolled-past.ts';

/** Spec §9. */
const BUY_BAR_AFTER_VIEWPORT_HEIGHTS = 1.5;

interface FootProps extends BuyBarProps {
  category: Category;
  isGone: boolean;
}

/**
 * What stands over the foot of the window, so that nothing on the page moves for it: the choice and
 * its button once both have been scrolled away, or the note that there is nothing to buy any more.
 */
export function Foot({ category, isGone, ...choice }: FootProps) {
  const isScrolledAway = useScrolledPast(BUY_BAR_AFTER_VIEWPORT_HEIGHTS);
  const { Part: BuyBar } = useLazy(isScrolledAway, loadBuyBar);
  const { Part: GoneNote } = useLazy(isGone, loadGoneNote);
  return (
    <>
      {/* Always in the page, or what is put into it would not be announced. */}
      <div role="status">
        {isGone && GoneNote && <GoneNote title={choice.title} category={category} />}
      </div>
      {isScrolledAway && !isGone && BuyBar && <BuyBar {...choice} />}
    </>
  );
}

async function loadBuyBar() {
  return (await import('./buy-bar.tsx')).BuyBar;
}

async function loadGoneNote() {
  return (await import('./gone-note.tsx')).GoneNote;
}
