import { type Ref, useImperativeHandle, useRef } from 'react';
import { DayChips } from '#app/buy/basket/day-chips.tsx';
import { Button } from '#app/ui/button.tsx';
import { Dialog } from '#app/ui/dialog.tsx';
import { closeDialog, leaveDialogs, openDialog } from '#app/ui/open-dialogs.ts';
import type { Day } from '#domain/calendar/day.ts';
import styles from './order-form.module.css';

export interface DayQuestion {
  /** Opens the pop-up. @returns the chosen day, or undefined if it is closed without one. */
  ask(): Promise<Day | undefined>;
}

interface SelectADayProps {
  ref: Ref<DayQuestion>;
  days: readonly Day[];
  isOpen: (day: Day) => boolean;
}

/** Shown when the visitor buys without a day. The text is the specification's (§5), "recive" included. */
export function SelectADay({ ref, days, isOpen }: SelectADayProps) {
  const answer = useRef<((day: Day | undefined) => void) | undefined>(undefined);
  useImperativeHandle(ref, () => ({
    ask() {
      openDialog('select-a-day');
      return new Promise((resolve) => {
        answer.current = resolve;
      });
    },
  }));

  function choose(day: Day) {
    if (!isOpen(day)) return;
    const answerWith = answer.current;
    // Closing it is no answer then.
    answer.current = undefined;
    // The choice is stored in the page's history entry, which has to be the current one.
    leaveDialogs(() => answerWith?.(day));
  }

  return (
    <Dialog
      id="select-a-day"
      title="SELECT A DAY"
      shape="pop-up"
      onClose={() => answer.current?.(undefined)}
    >
      <p className={styles.selectADayText}>
        Please select a day in which you would like to recive your order.
      </p>
      <DayChips days={days} isClosed={(day) => !isOpen(day)} onChoose={choose} />
      <Button variant="outline" onClick={() => closeDialog('select-a-day')}>
        Show the calendar
      </Button>
    </Dialog>
  );
}
