import { useRef } from 'react';
import { Button } from '#app/ui/button.tsx';
import { useLazy } from '#app/ui/defer-loading.ts';
import { useScrolledPast } from '#app/ui/use-scrolled-past.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import type { Cake, Category } from '#domain/catalogue/catalogue.ts';
import { fromPrice, titleWithSize } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import { AddOns } from './add-ons.tsx';
import type { BottomBarProps } from './bottom-bar.tsx';
import { CakeDetails, type CakeDetailsProps } from './cake-details.tsx';
import { CollectionDay } from './collection-day.tsx';
import { MessageField } from './message-field.tsx';
import styles from './order-form.module.css';
import { SelectADay } from './select-a-day.tsx';
import { SizeChoice } from './size-choice.tsx';
import { type Offer, useOrderForm } from './use-order-form.ts';

interface OrderFormProps extends Offer, Pick<CakeDetailsProps, 'keeping'> {
  category: Category;
  addOns: Cake[];
  rulesText: string;
  mapAlt: string | undefined;
  weeks: number;
}

export function OrderForm(props: OrderFormProps) {
  const { cake, keeping, addOns } = props;
  const order = useOrderForm(props);
  const { size, made, day, problem, canBuy, buy } = order;
  const shown = made?.cake ?? cake;
  const price = size
    ? formatPence(size.price + (made?.price ?? 0))
    : `from ${formatPence(fromPrice(shown))}`;
  const addLabel = order.isEditing ? 'Update basket' : 'Add to basket';
  const [soonest] = order.offered;
  const actions = useRef<HTMLDivElement>(null);

  return (
    <div className={styles.order}>
      <header>
        <div className={`${styles.header} apart`}>
          <h1>{cake.title}</h1>
          <p className={styles.price} role="status">
            {price}
          </p>
          {soonest && <p className={styles.soonest}>Soonest day: {dayInWords(soonest, 'short')}</p>}
        </div>
        <p className={styles.desc}>{cake.desc}</p>
      </header>
      <SizeChoice
        ref={order.sizeField}
        cake={shown}
        chosen={size?.id}
        onChoose={(sizeId) => order.choose({ sizeId })}
        people={order.people}
        onPeople={order.choosePeople}
      />
      {made && <made.Fields made={made} order={order} />}
      {!cake.offMessage && (
        <MessageField
          ref={order.messageField}
          value={order.message}
          problem={order.messageProblem}
          onChange={(message) => order.choose({ message })}
        />
      )}
      <CollectionDay
        {...props}
        {...order}
        ref={order.calendar}
        chosen={day}
        onChoose={order.chooseDay}
        onChooseTime={(time) => order.choose({ time })}
        wanted={size ? titleWithSize({ ...size, title: cake.title }) : cake.title}
      />
      <AddOns
        addOns={addOns}
        items={order.addOnItems}
        onAdd={order.addAddOn}
        onOneMore={order.addOneMore}
        onRemove={order.removeOne}
      />
      <CakeDetails cake={shown} keeping={keeping} />
      <div ref={actions} className={`${styles.actions} cluster`}>
        <Button variant="outline" aria-disabled={!canBuy} onClick={() => buy('basket')}>
          {addLabel}
        </Button>
        <Button aria-disabled={!canBuy} onClick={() => buy('pick-up')}>
          Buy now
        </Button>
        <p className={`${styles.problem} problem`} role="alert">
          {problem}
        </p>
      </div>
      <LazyBottomBar
        {...props}
        {...order}
        actions={actions}
        title={cake.title}
        price={price}
        addLabel={addLabel}
        onAdd={() => buy('basket')}
      />
      <SelectADay ref={order.selectADay} days={order.offered} isOpen={order.isOpen} />
    </div>
  );
}

/** Spec §9. */
const BUY_BAR_AFTER_VIEWPORT_HEIGHTS = 1.5;

/**
 * Fixed to the bottom of the window: the choice and its button after scrolling past them, or a note
 * that the cake is gone.
 */
function LazyBottomBar(props: BottomBarProps) {
  const { isGone } = props;
  const isScrolledAway = useScrolledPast(BUY_BAR_AFTER_VIEWPORT_HEIGHTS);
  const { Component: BottomBar } = useLazy(isScrolledAway || isGone, loadBottomBar);
  const bar = BottomBar && <BottomBar {...props} />;
  return (
    <>
      {/* Always rendered: screen readers announce only changes of an existing status. */}
      <div role="status">{isGone && bar}</div>
      {isScrolledAway && !isGone && bar}
    </>
  );
}

async function loadBottomBar() {
  return (await import('./bottom-bar.tsx')).BottomBar;
}
