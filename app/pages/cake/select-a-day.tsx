import { Button } from '#app/ui/button.tsx';
import { closeDialog, Dialog } from '#app/ui/dialog.tsx';
import styles from './select-a-day.module.css';

/** Shown when something is to be bought and no day is chosen. Its words are the specification's (§5). */
export function SelectADay({ onClose }: { onClose: () => void }) {
  return (
    <Dialog id="select-a-day" title="SELECT A DAY" shape="pop-up" onClose={onClose}>
      <p className={styles.text}>
        Please select a day in which you would like to recive your order.
      </p>
      <Button onClick={() => closeDialog('select-a-day')}>OK</Button>
    </Dialog>
  );
}
