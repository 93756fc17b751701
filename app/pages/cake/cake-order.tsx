import { Button } from '#app/ui/button.tsx';
import type { Day } from '#domain/calendar/day.ts';
import type { CalendarRules } from '#domain/calendar/rules.ts';
import type { Cake, Category } from '#domain/catalogue/catalogue.ts';
import { fromPrice } from '#domain/catalogue/sizes.ts';
import { formatPence } from '#domain/money.ts';
import { Breadcrumb } from './breadcrumb.tsx';
import { BuyBar } from './buy-bar.tsx';
import styles from './cake-order.module.css';
import { CollectionDay } from './collection-day.tsx';
import { DetailsTabs } from './details-tabs.tsx';
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
}

export function CakeOrder(props: CakeOrderProps) {
  const { cake, category, personalTouches, today, calendarRules } = props;
  const order = useCakeOrder(cake);
  const { size, day, problem, buy } = order;
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
        onChoose={order.setDay}
        today={today}
        rules={calendarRules}
      />
      <PersonalTouches touches={personalTouches} onAdd={order.addTouch} />
      <DetailsTabs allergens={cake.allergens} servingInfo={cake.servingInfo} />
      <div className={styles.actions}>
        <Button look="outline" aria-disabled={!size} onClick={() => buy('basket')}>
          Add to basket
        </Button>
        <Button aria-disabled={!size} onClick={() => buy('pick-up')}>
          Buy now
        </Button>
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      </div>
      <BuyBar
        title={cake.title}
        size={size}
        price={price}
        day={day}
        problem={problem}
        onAdd={() => buy('basket')}
      />
      <SelectADay onClose={order.focusCalendar} />
    </div>
  );
}
