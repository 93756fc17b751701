import { href, useLocation } from 'react-router';
import { Action } from '#app/ui/kit/form.tsx';
import { VisuallyHidden } from '#app/ui/text.tsx';

/** Records that a phone order is paid without Stripe. For those who may take payments. */
export function PaidForm({ number, name }: { number: string; name: string }) {
  const { pathname, search } = useLocation();
  return (
    <Action
      to={href('/owner/orders/:order/paid', { order: number })}
      fields={{ back: pathname + search }}
    >
      Paid at the counter<VisuallyHidden>: {name}</VisuallyHidden>
    </Action>
  );
}
