import { href } from 'react-router';
import { removeFromBasket } from '#app/basket/basket-store.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { OpenDialogButton } from '#app/ui/open-dialog-button.tsx';
import type { BasketItem } from '#domain/basket/basket-item.ts';
import { displayDay } from '#domain/calendar/days.ts';
import { describeSize } from '#domain/catalogue/sizes.ts';
import styles from './payment-loading.module.css';
import { Screen } from './screen.tsx';
import type { Started } from './start-checkout.ts';

export type EarlierOrder = Extract<Started, { reason: 'partly-paid' | 'partly-processing' }>;

interface EarlierOrderScreenProps {
  why: EarlierOrder;
  onTakenOut: () => void;
}

/** Some of the basket is in an earlier order: which, and how to order the rest. */
export function EarlierOrderScreen({ why, onTakenOut }: EarlierOrderScreenProps) {
  const { reason, orderId, items } = why;

  async function takeOut() {
    await removeFromBasket(items.map(({ id }) => id));
    onTakenOut();
  }

  const isPaid = reason === 'partly-paid';
  return (
    <Screen title={isPaid ? 'Part of this basket is paid for' : 'A payment is still under way'}>
      <p>
        {isPaid
          ? 'An earlier order from this browser has been paid, so we stopped before anything was charged twice. Paid for already:'
          : 'Your bank is still making the payment of an earlier order, which can take some days. Nothing is charged twice. To order something else now, take out of your basket what that order holds:'}
      </p>
      <Items items={items} />
      <div className={styles.ways}>
        {isPaid ? (
          <Button onClick={takeOut}>Take out what is paid and order the rest</Button>
        ) : (
          <OpenDialogButton opens="basket">Open the basket</OpenDialogButton>
        )}
        <ButtonLink look="outline" to={href('/thank-you-page/:order', { order: orderId })}>
          {isPaid ? 'See the paid order' : 'See the earlier order'}
        </ButtonLink>
      </div>
    </Screen>
  );
}

function Items({ items }: { items: BasketItem[] }) {
  return (
    <ul className={styles.problems}>
      {items.map(({ id, cake, size, selectedDay }) => (
        <li key={id}>
          {cake.title}, {describeSize(size)}, collection {displayDay(selectedDay)}
        </li>
      ))}
    </ul>
  );
}
