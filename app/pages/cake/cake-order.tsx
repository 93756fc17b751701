import { Button } from '#app/ui/button.tsx';
import type { Day } from '#domain/calendar/day.ts';
import type { CalendarRules } from '#domain/calendar/rules.ts';
import type { Cake, Category } from '#domain/catalogue/catalogue.ts';
import { fromPrice } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import styles from './cake-order.module.css';
import { CollectionDay } from './collection-day.tsx';
import { DetailsTabs } from './details-tabs.tsx';
import { Foot } from './foot.tsx';
import { MessageField } from './message-field.tsx';
import { PersonalTouches } from './personal-touches.tsx';
import { SelectADay } from './select-a-day.tsx';
import { SizeChoice } from './size-choice.tsx';
import { useCakeOrder } from './use-cake-order.ts';

interface CakeOrderProps {
  cake: Cake;
  category: Category;
  personalTouches: Cake[];
  today: Day;
  calendarRules: CalendarRules;
  /** The cafe has hidden it while the page was open. */
  isGone: boolean;
}

export function CakeOrder(props: CakeOrderProps) {
  const { cake, category, personalTouches, today, calendarRules, isGone } = props;
  const order = useCakeOrder(props);
  const { size, day, problem, canBuy, buy } = order;
  const price = size ? formatPence(size.price) : `from ${formatPence(fromPrice(cake))}`;

  return (
    <div className={styles.order}>
      <header>
        <Breadcrumb category={category} />
        <div className={styles.header}>
          <h1>{cake.title}</h1>
          <p className={styles.price} role="status">
            {price}
          </p>
        </div>
        <p className={styles.desc}>{cake.desc}</p>
      </header>
      <SizeChoice
        ref={order.sizeField}
        sizes={cake.sizes}
        chosen={size?.id}
        onChoose={order.setSizeId}
      />
      {!cake.offMessage && (
        <MessageField
          ref={order.messageField}
          value={order.message}
          problem={order.messageProblem}
          onChange={order.setMessage}
        />
      )}
      <CollectionDay
        ref={order.calendar}
        chosen={day}
        takenBack={order.takenBack}
        onChoose={order.setDay}
        today={today}
        rules={calendarRules}
      />
      <PersonalTouches touches={personalTouches} onAdd={order.addTouch} />
      <DetailsTabs allergens={cake.allergens} servingInfo={cake.servingInfo} />
      <div className={styles.actions}>
        <Button look="outline" aria-disabled={!canBuy} onClick={() => buy('basket')}>
          Add to basket
        </Button>
        <Button aria-disabled={!canBuy} onClick={() => buy('pick-up')}>
          Buy now
        </Button>
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      </div>
      <Foot
        category={category}
        isGone={isGone}
        title={cake.title}
        size={size}
        price={price}
        day={day}
        problem={problem}
        canBuy={canBuy}
        onAdd={() => buy('basket')}
      />
      <SelectADay onClose={order.focusCalendar} />
    </div>
  );
}
