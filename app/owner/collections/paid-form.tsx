import { href, useLocation } from 'react-router';
import screen from '#app/ui/kit/kit.module.css';
import { VisuallyHidden } from '#app/ui/text.tsx';

/** Records that a phone order is paid without Stripe. For owners. */
export function PaidForm({ number, name }: { number: string; name: string }) {
  const { pathname, search } = useLocation();
  return (
    <form method="post" action={href('/owner/orders/:order/paid', { order: number })}>
      <input type="hidden" name="back" value={pathname + search} />
      <button type="submit" className={screen.action}>
        Paid at the counter<VisuallyHidden>: {name}</VisuallyHidden>
      </button>
    </form>
  );
}
