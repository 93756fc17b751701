import { Fact } from '#app/ui/kit/fact.tsx';
import kit from '#app/ui/kit/kit.module.css';
import type { Role } from '#domain/staff/person.ts';
import { mayPress, SHORTCUTS } from './keys.ts';
import styles from './keys-dialog.module.css';

/** Opened by `?`. */
export function KeysDialog({ role }: { role: Role }) {
  const shown = SHORTCUTS.filter(([key]) => mayPress(role, key));
  return (
    <dialog id="keys" className={kit.dialog} aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <dl className={styles.keys}>
        {shown.map(([key, what]) => (
          <Fact key={key} label={<kbd>{key}</kbd>}>
            {what}
          </Fact>
        ))}
      </dl>
      <p>They can be switched off in More.</p>
      <form method="dialog" className={kit.actions}>
        <button type="submit" className={kit.action}>
          Close
        </button>
      </form>
    </dialog>
  );
}
