import kit from './kit.module.css';
import type { Conflict } from './refusal.ts';

/** Both versions: theirs here, the person's own in the form. */
export function ConflictNote({ who = 'Somebody else', theirs }: Conflict) {
  return (
    <div role="alert" className={kit.warning}>
      <p>{who} has changed this meanwhile. Nothing is saved yet: what you typed is in the form.</p>
      <ul>
        {theirs.map(({ label, now }) => (
          <li key={label}>
            {label} is now: {now || 'empty'}
          </li>
        ))}
      </ul>
      <p>Save again to use what is in the form.</p>
    </div>
  );
}
