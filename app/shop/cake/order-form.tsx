import { useRef } from 'react';
import { Button } from '#app/ui/button.tsx';
import { useLazy } from '#app/ui/defer-loading.ts';
import { useScrolledPast } from '#app/ui/use-scrolled-past.ts';
import type { Day } from '#domain/calendar/day.ts';
import { dayInWords } from '#domain/calendar/days.ts';
import type { DayRules } from '#domain/calendar/rules.ts';
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
import { useOrderForm } from './use-order-form.ts';

interface OrderFormProps extends CakeDetailsProps {
  category: Category;
  addOns: Cake[];
  today: Day;
  calendarRules: DayRules;
  rulesText: string;
  mapAlt: string | undefined;
  /** The cafe has hidden the cake while the page was open. */
  isGone: boolean;
}

export function OrderForm(props: OrderFormProps) {
  const { cake, keeping, category, addOns, today, rulesText, isGone } = props;
  const order = useOrderForm(props);
  const { size, day, problem, canBuy, buy } = order;
  const price = size ? formatPence(size.price) : `from ${formatPence(fromPrice(cake))}`;
  const addLabel = order.isEditing ? 'Update basket' : 'Add to basket';
  const [soonest] = order.offered;
  const actions = useRef<HTMLDivElement>(null);

  return (
    <div className={styles.order}>
      <header>
        <div className={styles.header}>
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
        cake={cake}
        chosen={size?.id}
        onChoose={(sizeId) => order.choose({ sizeId })}
        people={order.people}
        onPeople={order.choosePeople}
      />
      {!cake.offMessage && (
        <MessageField
          ref={order.messageField}
          value={order.message}
          problem={order.messageProblem}
          onChange={(message) => order.choose({ message })}
        />
      )}
      <CollectionDay
        ref={order.calendar}
        offered={order.offered}
        chosen={day}
        isFromBasket={order.isFromBasket}
        unavailableDay={order.unavailableDay}
        onChoose={order.chooseDay}
        lackingRoom={order.lackingRoom}
        time={order.time}
        onChooseTime={(time) => order.choose({ time })}
        today={today}
        rules={order.rules}
        rulesText={rulesText}
        wanted={size ? titleWithSize({ ...size, title: cake.title }) : cake.title}
        mapAlt={props.mapAlt}
      />
      <AddOns
        addOns={addOns}
        items={order.addOnItems}
        onAdd={order.addAddOn}
        onOneMore={order.addOneMore}
        onRemove={order.removeOne}
      />
      <CakeDetails cake={cake} keeping={keeping} />
      <div ref={actions} className={styles.actions}>
        <Button variant="outline" aria-disabled={!canBuy} onClick={() => buy('basket')}>
          {addLabel}
        </Button>
        <Button aria-disabled={!canBuy} onClick={() => buy('pick-up')}>
          Buy now
        </Button>
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      </div>
      <LazyBottomBar
        category={category}
        isGone={isGone}
        actions={actions}
        title={cake.title}
        size={size}
        price={price}
        day={day}
        problem={problem}
        canBuy={canBuy}
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
