import screen from '#app/owner/screen.module.css';
import type { Group } from './collection-view.ts';

/** `3 × Victoria Sponge 8 in`, a line for each. */
export function Groups({ groups }: { groups: Group[] }) {
  return (
    <ul className={screen.groups}>
      {groups.map(({ count, what }) => (
        <li key={what}>
          <span className={screen.count}>{count} ×</span> {what}
        </li>
      ))}
    </ul>
  );
}
