import { href } from 'react-router';
import { Action } from '#app/ui/kit/form.tsx';
import { VisuallyHidden } from '#app/ui/text.tsx';
import type { AmountToPay } from './to-pay.ts';

interface Props {
  number: string;
  name: string;
  amount: AmountToPay;
}

/** Records that a phone order, or a part of it, is paid without Stripe. For those who may take payments. */
export function PaidForm({ number, name, amount: { pence, left, words } }: Props) {
  return (
    <Action
      to={href('/owner/orders/:order/paid', { order: number })}
      fields={{ amount: pence, left }}
    >
      {words}
      <VisuallyHidden>: {name}</VisuallyHidden>
    </Action>
  );
}
