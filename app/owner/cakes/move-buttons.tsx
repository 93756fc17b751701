import { useFetcher } from 'react-router';
import { Problem } from '#app/ui/kit/field.tsx';
import { ActionForm } from '#app/ui/kit/form.tsx';
import kit from '#app/ui/kit/kit.module.css';
import type { Refusal } from '#app/ui/kit/refusal.ts';
import { VisuallyHidden, WithScripts } from '#app/ui/text.tsx';
import styles from './cakes.module.css';
import { useDrag } from './use-drag.ts';

/**
 * Moves the rows of a list.
 * @param pathOf the action that moves a row.
 * @param list sent with it.
 */
export function useMoves(pathOf: (id: string) => string, list = '') {
  const { submit, data } = useFetcher<Refusal>();
  const { drag, handleOf } = useDrag((id, before = '') => {
    void submit({ list, before }, { method: 'post', action: pathOf(id) });
  });
  return {
    pathOf,
    list,
    handleOf,
    problem: <Problem text={data?.problems['']} />,
    rowProps: (id: string) => ({
      'data-id': id,
      'data-dragged': drag?.id === id || undefined,
      'data-drop': (drag && drag.id !== id && drag.before === id) || undefined,
    }),
  };
}

interface MoveButtonsProps {
  moves: ReturnType<typeof useMoves>;
  rows: { id: string; title: string }[];
  place: number;
  anchor: string;
}

/** Moves a row of a list by a handle or with buttons. */
export function MoveButtons({ moves, rows, place, anchor }: MoveButtonsProps) {
  const row = rows[place];
  if (!row) return null;
  const isLast = place === rows.length - 1;
  // The row before which it moves, empty for the end; undefined at the edge.
  const ways = [
    { way: 'up', sign: '↑', before: rows[place - 1]?.id },
    { way: 'down', sign: '↓', before: isLast ? undefined : (rows[place + 2]?.id ?? '') },
  ];
  return (
    <ActionForm to={`${moves.pathOf(row.id)}#${anchor}`} className={`cluster ${styles.order}`}>
      <input type="hidden" name="list" value={moves.list} />
      <WithScripts>
        <span
          className={`${kit.rowButton} ${styles.handle}`}
          aria-hidden="true"
          {...moves.handleOf(row.id)}
        >
          ⠿
        </span>
      </WithScripts>
      {ways.map(({ way, sign, before }) => (
        <button
          key={way}
          type={before === undefined ? 'button' : 'submit'}
          name="before"
          value={before}
          className={kit.rowButton}
          aria-disabled={before === undefined}
        >
          <span aria-hidden="true">{sign}</span>
          <VisuallyHidden>
            Move {row.title} {way}
          </VisuallyHidden>
        </button>
      ))}
    </ActionForm>
  );
}
