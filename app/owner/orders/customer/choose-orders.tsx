import { Choices } from '#app/ui/kit/field.tsx';
import kit from '#app/ui/kit/kit.module.css';
import type { SameOrder } from './same-orders.ts';

interface ChooseOrdersProps {
  legend: string;
  orders: Pick<SameOrder, 'number' | 'words' | 'doubt'>[];
}

/** The orders of one customer. Those that may be somebody else's are not chosen. */
export function ChooseOrders({ legend, orders }: ChooseOrdersProps) {
  return (
    <Choices
      legend={legend}
      hint="Found by the e-mail address and the phone number."
      name="order"
      type="checkbox"
      options={orders.map(({ number, words, doubt }) => ({
        value: number,
        title: (
          <span>
            {words}
            {doubt && (
              <>
                <br />
                <strong className={kit.quiet}>{doubt}</strong>
              </>
            )}
          </span>
        ),
      }))}
      chosen={orders.flatMap(({ number, doubt }) => (doubt ? [] : number))}
    />
  );
}
