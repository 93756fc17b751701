import { href, Link } from 'react-router';
import { closeDialog } from '#app/ui/dialog.tsx';
import { cafe } from '#cafe/cafe.ts';
import { basketTotal } from '#domain/basket/basket.ts';
import { formatPence } from '#domain/money.ts';
import { AllergenNote } from './allergen-note.tsx';
import { useBasket } from './basket-store.ts';
import { DetailsForm } from './details-form.tsx';
import styles from './pick-up-content.module.css';

export function PickUpContent() {
  const { basket } = useBasket();
  return (
    <>
      <div className={styles.place}>
        <address>{cafe.contact.address.join(', ')}</address>
        <a href={cafe.contact.mapUrl}>Plan a route</a>
      </div>
      <DetailsForm>
        <p className={styles.privacy}>
          Only for this order.{' '}
          <Link to={href('/privacy')} onClick={() => closeDialog('pick-up')}>
            What we keep, and how long
          </Link>
        </p>
        {basket.length > 0 && (
          <>
            <AllergenNote items={basket.map(({ cake }) => cake)} />
            <p className={styles.total}>
              To pay by card <strong>{formatPence(basketTotal(basket))}</strong>
            </p>
          </>
        )}
      </DetailsForm>
    </>
  );
}
